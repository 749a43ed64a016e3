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
