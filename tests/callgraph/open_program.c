// A library: whoever calls it is not here, so what he passes is unknown.
typedef void (*visitor)(int);
static visitor saved;
static void inner(visitor v, int n) { v(n); }
void set_visitor(visitor v) { saved = v; }
void visit(int n) {
  if (saved) saved(n);
}
void walk(int depth, visitor v) {
  if (depth > 0) walk(depth - 1, v);
  inner(v, depth);
}
