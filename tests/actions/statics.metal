// Static data is shared by the code of a file and set back before each function.
sm_header {
  #include <limits.h>
  #include <stdbool.h>
  static int calls, table[4] = { 1, 2, 3, 4 };
  static char *first = 0;
  static mc_tree kept;
  enables;                              /* an int, as C had it */
  static int twice(n) int n; { return n * 2; }
  static int add(int by) { static int sum = 100; return sum += by; }
}
sm first {
  init { calls += INT_MAX - INT_MAX; }
  final { note("%d calls, sum %d, table %d, first %s", calls, add(0), table[3], first); };
  start: { tick() } ==> {
    static bool was_here = false;
    calls++;
    table[3] += twice(calls);
    add(calls);
    if (!first) {
      first = malloc(16);
      sprintf(first, "at %d", mc_line(mc_stmt));
    }
    if (was_here) note("again");
    was_here = true;
    if (enables++ == 2) return;
    note("not the third");
  };
}
sm second {
  start: { tick() } ==> {
    note("second sees %d", calls);
    if (kept) note("%s", mc_identifier(kept));
    kept = mc_stmt;
  };
}
