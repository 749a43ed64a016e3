int main(void) {
  int *p;
  {
    int x = 3;
    p = &x;
  }
  return *p == 77 ? 0 : 0;  // report stack-escape
}
