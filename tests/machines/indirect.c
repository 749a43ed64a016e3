// rule: free.metal
void free(void *);
struct ops { void (*release)(int *); };
static void release_free(int *p) { free(p); }
static void release_not(int *p) { *p = 0; }
static const struct ops freeing = { release_free };
void (*hook)(int *) = release_not;

int through_table_bad(int *p, const struct ops *ops) {
  ops->release(p);
  return *p;  // report use: "p is used"
}
int through_pointer_ok(int *p) {
  hook(p);
  return *p;
}
const struct ops *table(void) { return &freeing; }
