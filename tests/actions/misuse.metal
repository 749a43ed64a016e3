// What ends a rule's code, and with which words.
sm_header {
  static int depth(char *outer) { char frame[64] = "f"; return outer[0] + depth(frame) + frame[1]; }
  static int even(int n);
  static int odd(int n) { return n ? even(n - 1) : 0; }
  static int even(int n) { return n ? odd(n - 1) : 1; }
}
sm misuse {
  state decl any_pointer v;
  decl any_expr x;
  start:
    { a(v) } ==> v.s, { for (;;) ; }
  | { b(v) } ==> v.s, { int i = 0; again: if (i >= 0) { i &= 3; goto again; } }
  | { c(v) } ==> v.s, { note("%d", depth("x")); }
  | { d(v) } && ${ even(1000) } ==> v.s, { note("a thousand is even"); }
  | { e(v) } ==> v.s, { mc_v_set_data(x, "no"); }
  | { f(v) } ==> v.s, { mc_v_set_state(v, "t"); }
  | { g(v) } ==> v.s, { mc_identifier((mc_tree)0x1234567800000001); note("not here"); }
  | { h(v) } ==> v.s, { free(malloc(3)); free(0); free("text"); }
  | { i(v) } ==> v.s, { char *p = malloc(1 << 30); note("%s", p ? "memory" : "no memory"); }
  | { j(v) } ==> v.s, { err(0); }
  | { k(v) } ==> v.s, { mc_v_set_data_sized(v, "", -1); }
  | { l(v) } ==> v.s, { mc_set_state("strat"); }
  | { m(v) } && ${ mc_v_state(mc_stmt) != 0 } ==> v.s
  | { x == 1 } ==> { }
  ;
  v.s: { s(v) } ==> v.stop;
}
