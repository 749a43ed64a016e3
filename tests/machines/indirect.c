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

// What each of the many does itself is looked at all the same: nobody is known to call them.
typedef int (*command)(int *);
static int list(int *p) { return *p; }
static int add(int *p) { return *p + 1; }
static int copy(int *p) { return *p + 2; }
static int delete_bad(int *p) {
  free(p);
  return *p;  // report use: "p is used"
}
static int rename_bad(int *p) {
  free(p);
  return *p;  // report use: "p is used"
}
static const command commands[] = { list, add, copy, delete_bad, rename_bad };
int run_command(int *p, int which) { return commands[which](p); }

// Into one of many goes only what is handed to it: what it begins beside that stays there.
int *other;
static void fifth(int *p) {
  free(other);
  *p = 5;  // report use: "p is used"
}
static const step more_steps[] = { first, second, third, fourth, fifth };
int FN_begun_in_one_of_many_bad(int *p, int which) {
  free(p);
  more_steps[which](p);
  return *other;  // missed use
}
