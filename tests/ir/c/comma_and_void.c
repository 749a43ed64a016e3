// The comma operator and discarded values.
int f(int);
int g(int a) {
  (void)f(a);
  return f(1), f(2);
}
