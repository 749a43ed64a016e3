int main(void) {
  int *p = 0;
  *p = 1;  // report null-deref
  return 0;
}
