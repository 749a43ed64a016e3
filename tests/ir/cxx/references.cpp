// A reference holds an address: bound once, followed at each use.
int &pick(int &a, int &b, bool first) { return first ? a : b; }
int sum(int x) {
  int &r = x;
  r = 4;
  const int &fixed = 7;
  pick(x, r, true) += fixed;
  return x;
}
struct Holder {
  int &target;
  explicit Holder(int &t) : target(t) {}
  void set(int v) { target = v; }
};
