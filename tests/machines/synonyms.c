// rule: free.metal
void free(void *);
int *other(void);

int copy_after_bad(int *p) {
  free(p);
  int *q = p;
  return *q;  // report use: "q is used"
}
int copy_before_bad(int *p) {
  int *q = p;
  free(p);
  return *q;  // report use: "q is used"
}
int stays_linked_bad(int *p) {
  int *q, *r;
  free(p);
  q = p;
  r = q;
  q = other();
  return *r;  // report use: "r is used"
}
int one_report_stops_all(int *p) {
  int *q = p;
  free(p);
  *p = 1;     // report use: "p is used"
  return *q;
}
int cast_bad(int *p) {
  char *c = (char *)p;
  free(p);
  return *c;  // report use: "c is used"
}
int by_choice_bad(int *p, int *q, int x) {
  free(p);
  int *r = x ? p : q;
  return *r;  // report use: "r is used"
}
int chain_killed_ok(int *p) {
  int *q = p;
  free(q);
  p = other();
  q = p;
  return *q;
}
int each_call_another_value_ok(int n) {
  int sum = 0;
  while (n-- > 0) {
    int *p = other();
    sum += *p;
    free(p);
  }
  return sum;
}
int same_call_another_value_ok(void) {
  free(other());
  return *other();
}
