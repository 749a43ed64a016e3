struct pair { int a, b; };

int main(void) {
  struct pair p;
  p.a = 1;
  if (p.b)  // report uninit
    return 0;
  return 0;
}
