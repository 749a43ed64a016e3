static void set(int *to, int really) {
  if (really) *to = 1;
}

int main(void) {
  int x;
  set(&x, 0);
  if (x)  // report uninit
    return 0;
  return 0;
}
