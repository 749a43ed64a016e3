// rule: free.metal
void free(void *);
struct node { struct node *next; int value; };

// What the recursive call leaves behind is known once it has settled.
static void free_some(struct node *n, int depth) {
  if (depth == 0) {
    free(n);
    return;
  }
  free_some(n, depth - 1);
}
int uses_after_recursion_bad(struct node *n, int depth) {
  free_some(n, depth);
  return n->value;  // report use: "n is used"
}

// Two functions that call each other.
static void even(int *p, int n);
static void odd(int *p, int n) {
  if (n == 1) free(p);
  else even(p, n - 1);
}
static void even(int *p, int n) {
  if (n != 0) odd(p, n - 1);
}
int uses_after_mutual_bad(int *p, int n) {
  odd(p, n);
  return *p;  // report use: "p is used"
}

// Each level frees a node of its own.
static void free_list(struct node *n) {
  if (!n) return;
  free_list(n->next);
  free(n);
}
void frees_list_ok(struct node *n) { free_list(n); }

// What the inner call leaves behind comes out of itself: the story is that of the last level.
static int free_at_zero(int *p, int n) {
  if (n) return free_at_zero(p, n - 1);
  free(p);
  return 0;
}
int uses_after_returned_recursion_bad(int *p, int n) {
  free_at_zero(p, n);
  return *p;  // report use: "p is used"
}

// The level that frees stands after the one that goes on, and both come together.
static void free_in_leaf(struct node *n, int *p) {
  if (n) free_in_leaf(n->next, p);
  else free(p);
}
int uses_after_leaf_bad(struct node *n, int *p) {
  free_in_leaf(n, p);
  return *p;  // report use: "p is used"
}

// A number is known on each level, and is another one.
static int free_after_counting(int *p, int n) {
  if (n > 0) {
    n = n - 1;
    return free_after_counting(p, n);
  }
  free(p);
  return 0;
}
int uses_after_counting_bad(int *p) {
  free_after_counting(p, 1000);
  return *p;  // report use: "p is used"
}

// It returns for n == 0, then for n in [0, 1], and so on: what is known of n is given up.
static int free_on_the_way(int n, int *p) {
  if (n == 0) {
    free(p);
    return 0;
  }
  return free_on_the_way(n - 1, p);
}
int uses_after_known_count_bad(int *p) {
  free_on_the_way(5, p);
  return *p;  // report use: "p is used"
}
// Whether the result is zero is kept.
int uses_after_failure_ok(int *p) {
  if (free_on_the_way(5, p)) return *p;
  return 0;
}
