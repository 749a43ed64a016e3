int main(void) {
  int *p = (int *)0x123456789000;
  *p = 1;  // report invalid-deref
  return 0;
}
