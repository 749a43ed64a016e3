// rule: free.metal
void free(void *);
int cond(void);

int correlated_ok(int *p, int x) {
  if (x) free(p);
  if (!x) return *p;
  return 0;
}
int other_way_bad(int *p, int x) {
  if (x) free(p);
  if (x) return *p;  // report use: "p is used"
  return 0;
}
int changed_between_bad(int *p, int x) {
  if (x) free(p);
  x = cond();
  if (!x) return *p;  // report use: "p is used"
  return 0;
}
int switch_ok(int *p, int x) {
  switch (x) {
    case 1:
      free(p);
      break;
    default:
      break;
  }
  switch (x) {
    case 2:
      return *p;
    default:
      return 0;
  }
}
// A second arrival with other facts is not lost.
int second_arrival_bad(int *p, int x, int y) {
  int freed = 0;
  if (x) {
    free(p);
    freed = 1;
  } else if (y) {
    free(p);
  }
  if (freed) return 0;
  return *p;  // report use: "p is used"
}
static int maybe_free(int *p, int x) {
  if (x > 3) {
    free(p);
    return 1;
  }
  return 0;
}
int result_tells_ok(int *p, int x) {
  if (maybe_free(p, x)) return 0;
  return *p;
}
int result_ignored_bad(int *p, int x) {
  maybe_free(p, x);
  return *p;  // report use: "p is used"
}
int argument_tells_ok(int *p) {
  maybe_free(p, 1);
  return *p;
}
int argument_tells_bad(int *p) {
  maybe_free(p, 4);
  return *p;  // report use: "p is used"
}
int global;
static void free_if_global(int *p) {
  if (global) free(p);
}
int global_tells_ok(int *p) {
  if (global) return 0;
  free_if_global(p);
  return *p;
}
int loop_is_unknown_bad(int *p, int n) {
  int done = 0;
  for (int i = 0; i < n; ++i) {
    if (i == 7) done = 1;
  }
  free(p);
  if (done) return *p;  // report use: "p is used"
  return 0;
}

// How often these loops go round is known before they begin.
int once_ok(int *p) {
  for (int i = 0; i < 1; i++) free(p);
  return 0;
}
int until_a_flag_ok(int *p) {
  int flag = 1;
  while (flag) {
    free(p);
    flag--;
  }
  return 0;
}
int twice_bad(int *p) {
  for (int i = 0; i < 2; i++) free(p);  // report twice: "p is freed twice"
  return 0;
}
int never_ok(int *p) {
  free(p);
  for (int i = 3; i < 2; i++) *p = 0;
  return 0;
}
