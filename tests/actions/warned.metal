// Doubtful C is a warning.
sm warned {
  decl any_expr x;
  start: { f(x) } ==> { int n; if (mc_is_constant(x)) n = 1; note("%d", n); };
}
