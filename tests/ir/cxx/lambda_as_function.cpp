// A captureless lambda as a function pointer: the function calls the lambda's body.
void each(int (*action)(int));
int twice(int);
void use() {
  each([](int x) { return twice(x); });
  each([](auto x) { return twice(x); });
}
