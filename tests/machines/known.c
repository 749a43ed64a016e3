// rule: known.metal
#define NULL ((void *)0)
void free(void *);
int cond(void);
void *get(void);

void both_null_ok(void) {
  char *a, *b;
  a = b = NULL;
  free(a);
  free(b);
}
void same_value_bad(void) {
  char *a, *b;
  a = b = get();
  free(a);
  free(b);  // report twice: "b is freed twice"
}
void null_on_one_way_ok(char *p) {
  char *kept = NULL;
  if (cond()) kept = get();
  free(kept);
  if (!kept) free(kept);
}
void null_by_comparison_ok(char *p) {
  if (!p) {
    free(p);
    free(p);
  }
}
