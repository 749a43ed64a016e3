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
