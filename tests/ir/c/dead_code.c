// Code that nothing reaches is lowered all the same.
void stop(void) __attribute__((noreturn));
int after(int a) {
  stop();
  a = 5;
  return a;
}
