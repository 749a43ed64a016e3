int main(void) {
  int *p = (int *)0x123456789000;
  return *p;  // report invalid-deref
}
