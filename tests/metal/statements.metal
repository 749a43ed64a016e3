// Statements as patterns.
sm statements {
  state decl any_pointer v;
  decl any_expr x, y;
  decl any_scalar i;

  start:
    { if (v == NULL) return x; } ==> v.seen
  | { if (v) { use(v); } else if (x) y(); else { } } ==> v.seen
  | { while (x) v = v->next; } ==> v.seen
  | { do { v++; } while (*v); } ==> v.seen
  | { for (i = 0; i < x; i++) use(v); } ==> v.seen
  | { for (;;) { if (v) break; else continue; } } ==> v.seen
  | { for (int k = 0, *q = x; ; ) v[k] = 0; } ==> v.seen
  | { switch (x) { case 1: case 2 ... 4: use(v); break; default: ; } } ==> v.seen
  | { int *v = x; } ==> v.seen
  | { struct foo a = { x, y }, *v; } ==> v.seen
  | { T *v = x; } ==> v.seen
  | { T v; } ==> v.seen
  | { return v; } ==> v.seen
  | { again: use(v); goto again; } ==> v.seen
  | { lock(v); unlock(v); } ==> v.seen
  | { { lock(v); } } ==> v.seen
  | { int (*fn)(int) = v; } ==> v.seen
  ;
  v.seen: ${ mc_is_return(mc_stmt) } ==> v.stop;
}
