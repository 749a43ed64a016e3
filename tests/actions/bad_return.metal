// A function that forgets its value.
sm_header {
  static int no_value(mc_tree t) { if (t) return 1; }
}
sm bad_return {
  decl any_expr x;
  start: { f(x) } && ${ no_value(x) } ==> { note("f"); };
}
