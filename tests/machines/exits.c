// rule: free.metal
#define NULL ((void *)0)
void free(void *);
void *malloc(unsigned long);
void copy(void *, const void *, unsigned long);
int cond(void);

// What a caller knows of the result, whatever names the callee has for it.
static int *larger(int *p, unsigned long size) {
  int *fresh = malloc(size);
  if (fresh == NULL) return NULL;
  copy(fresh, p, size);
  free(p);
  return fresh;
}
int kept_where_it_failed_ok(int *p) {
  int *q = larger(p, 8);
  if (q == NULL) return *p;
  return *q;
}
int freed_where_it_worked_bad(int *p) {
  int *q = larger(p, 8);
  if (q != NULL) return *p;  // report use: "p is used"
  return 0;
}
// Whatever is dead by then does not tell paths apart, but what is read again does.
int flag_is_read_again_ok(int *p) {
  int flag = cond(), other = cond();
  if (flag) free(p);
  if (other) other = 0;
  other = cond();
  if (!flag) return *p;
  return other;
}
int flag_in_an_expression_ok(int *p, int flag) {
  int x = flag ? 1 : 2;
  if (flag) free(p);
  if (x == 2) return *p;
  return 0;
}

// A record that is written as a whole: what its fields held is gone, in a callee too.
struct place { int *host; int port; };
void *memset(void *, int, unsigned long);
static int parse(struct place *place, int n) {
  memset(place, 0, sizeof *place);
  return n;
}
void cleared_in_a_callee_ok(int n) {
  struct place place;
  while (n--)
    if (parse(&place, n)) free(place.host);
}
// The address of a variable is not null: the callee's own test says so.
static int set(int **out, int n) {
  if (out) *out = NULL;
  return n;
}
void set_by_a_callee_ok(int n) {
  int *p = malloc(4);
  free(p);
  set(&p, n);
  free(p);
}
// A part of what is returned keeps its state: the caller has a name for it.
struct boxed {
  int *content;
};
static struct boxed *emptied(struct boxed *head) {
  struct boxed *box = head + 1;
  free(box->content);
  return box;
}
int part_of_the_result_bad(struct boxed *head) {
  struct boxed *box = emptied(head);
  return *box->content;  // report use: "box->content is used"
}
