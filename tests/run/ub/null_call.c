int main(void) {
  void (*f)(void) = 0;
  f();  // report null-deref
  return 0;
}
