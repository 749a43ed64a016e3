// rule: byvalue.metal
void free(void *);
static void free_it(int *p) { free(p); }
static void free_behind(int **p) { free(*p); }
static void forget(int *p) { p = 0; }

int copied_ok(int *p) {
  free_it(p);
  return *p;
}
int behind_bad(int **p) {
  free_behind(p);
  return **p;  // report use: "*p is used"
}
int unchanged_bad(int *p) {
  free(p);
  forget(p);
  return *p;  // report use: "p is used"
}
