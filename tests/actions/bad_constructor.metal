// Code that would run when the rule is loaded.
sm_header { static int n; __attribute__((constructor)) static void first(void) { n = 1; } }
sm bad_constructor {
  start: { f() } ==> { note("%d", n); };
}
