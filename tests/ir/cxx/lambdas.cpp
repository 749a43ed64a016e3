// A lambda is an object with its captures; its body reads them through `this`.
int apply(int n) {
  int base = 10;
  auto add = [base, &n](int x) {
    n += x;
    return base + x;
  };
  return add(3) + n;
}
struct Widget {
  int size = 2;
  int twice() {
    return [this] { return size * 2; }();
  }
};
