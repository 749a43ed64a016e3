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

// Into one of many nothing is followed: which of them get this object their types do not say.
typedef void (*step)(int *);
static void first(int *p) { *p = 1; }  // missed use
static void second(int *p) { *p = 2; }
static void third(int *p) { *p = 3; }
static void fourth(int *p) { *p = 4; }
static void last(int *p) { free(p); }
static const step steps[] = { first, second, third, fourth, last };
void FN_freed_before_one_of_many_bad(int *p, int which) {
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

// What one of many begins stays there.
int *other;
static void fifth(int *p) {
  free(other);
  *p = 5;
}
static const step more_steps[] = { first, second, third, fourth, fifth };
int FN_begun_in_one_of_many_bad(int *p, int which) {
  free(p);
  more_steps[which](p);
  return *other;  // missed use
}
