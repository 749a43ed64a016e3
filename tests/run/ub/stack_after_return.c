static int *address(void) {
  int x = 3;
  int *p = &x;
  return p;
}

int main(void) {
  int *p = address();
  return *p == 77 ? 0 : 0;  // report stack-escape
}
