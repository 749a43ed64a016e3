// Mistakes in C are shown where they stand.
sm_header {
  static int helper(mc_tree t) {
    return mc_identifir(t) != 0;
  }
  static int declared_only(mc_tree t);
  extern int nowhere;
  static int no_value(mc_tree t) { if (t) return 1; }
}
sm bad_c {
  state decl any_pointer v;
  decl any_expr x;
  start:
    { f(v) } ==> v.a, { err("%s and %d", mc_identifier(v)); }
  | { f(x) } && ${ mc_is_call_to(x } ==> { undeclared(x); }
  | { g(v) } && ${ helper(v) && } ==> v.a,
    { int i = ;
      note("%s", v);
      return 1; }
  | { h(v) } ==> v.a, { v = 3; printf("x"); y = 1; nowhere = declared_only(v); }
  ;
	v.a: { f(v) } ==> v.stop, { v_err(v, "tabs before it"); };
}
