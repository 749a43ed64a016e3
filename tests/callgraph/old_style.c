// Calls without a prototype, and through a pointer of another type.
static int two(a, b) int a, b; { return a + b; }
static int call();
static int call(f) int (*f)(); { return f(1, 2); }
int main(void) {
  int (*other)(int) = (int (*)(int))two;
  return call(two) + other(1);
}
