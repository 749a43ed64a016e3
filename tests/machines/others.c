// rule: others.metal
void make(int *);
void mark(int *);
void join(int *, int *);

void marked_bad(int *a, int *b) {
  make(a);
  mark(b);
  join(a, b);  // report joined: "a is joined with what is marked"
}
void not_marked_ok(int *a, int *b) {
  make(a);
  join(a, b);
}
void another_is_marked_ok(int *a, int *b, int *c) {
  make(a);
  mark(c);
  join(a, b);
}
