// rule: free.metal
void free(void *);
static void release(int *p) { free(p); }
static int use(int *p, int x) {
  if (x > 2) return *p;  // report use: "p is used"
  return 0;
}
int root(int *p, int x) {
  int *q = p;
  if (x) {
    release(p);
    return use(q, x);
  }
  return 0;
}
