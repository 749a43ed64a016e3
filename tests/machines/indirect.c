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

// More targets than are followed for what they do themselves: what is handed to them is followed.
typedef void (*step)(int *);
static void first(int *p) { *p = 1; }  // report use: "p is used"
static void second(int *p) { *p = 2; }  // report use: "p is used"
static void third(int *p) { *p = 3; }  // report use: "p is used"
static void fourth(int *p) { *p = 4; }  // report use: "p is used"
static void last(int *p) { free(p); }  // report twice: "p is freed twice"
static const step steps[] = { first, second, third, fourth, last };
void freed_before_one_of_many_bad(int *p, int which) {
  free(p);
  steps[which](p);
}
