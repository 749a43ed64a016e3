// Types that refer to each other, and two records of one name in different scopes.
struct node {
  struct node *next;
  struct tree *owner;
};
struct tree {
  struct node root;
  int (*compare)(const struct node *, const struct node *);
};
int depth(struct tree *t) {
  struct node {
    int only;
  } local = {1};
  return t->root.next ? local.only : 0;
}
