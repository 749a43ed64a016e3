// args: -- -std=gnu++20
// Overloaded operators are calls; the object of a member operator is its first argument.
struct Big {
  int v;
  Big &operator+=(const Big &o) {
    v += o.v;
    return *this;
  }
  bool operator==(const Big &) const = default;
};
Big operator+(Big a, const Big &b) { return a += b; }
bool same(Big a, Big b) { return a + b != b; }
