// Structs are copied, passed and returned by value.
struct pair {
  int a, b;
};
struct pair swap(struct pair p) {
  struct pair q = {p.b, p.a};
  p = q;
  return p;
}
int first(struct pair p) { return swap(p).a; }
