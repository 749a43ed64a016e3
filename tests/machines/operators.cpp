// rule: operators.metal
struct Number {
  bool operator!() const;
  int operator()(int) const;
  operator int() const;
  explicit operator bool() const;
  int value() const;
};
int f(Number &v, int (*function)(int), bool plain) {
  bool no = !v;  // report operators: "not"
  int n = v(3);  // report operators: "called"
  n += function(3);
  n = (int)v;  // report operators: "converted"
  bool yes = (bool)v;  // report operators: "asked"
  n += (int)v.value();
  if (!v) n = 1;  // report operators: "not"
  if (!plain) n = 2;
  return n + no + yes;
}
