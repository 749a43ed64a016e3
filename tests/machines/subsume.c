// rule: subsume.metal
void free(void *);
void debug(void *);
void keep(void *);
int compared_ok(int *p, int *q) {
  free(p);
  return p == q;
}
void debugged_ok(int *p) {
  free(p);
  debug(p);
}
void kept_bad(int *p) {
  free(p);
  keep(p);  // report use: "p is used"
}
int *returned_bad(int *p) {
  free(p);
  return p;  // report use: "p is used"
}
void assigned_ok(int *p) {
  free(p);
  p = 0;
}
int unevaluated_ok(int *p) {
  free(p);
  return sizeof *p;
}
