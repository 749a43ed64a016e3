// A builtin of the compiler's that needs a function that rules do not have.
sm bad_builtin {
  start: { f() } ==> { __builtin_printf("%d\n", 3); };
}
