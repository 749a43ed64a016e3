// rule: memory/use_after_free.metal
#include <stdlib.h>

struct box {
  int *p;
};
struct holder {
  struct box *box;
};

static void set(struct box *b, int *value) { b->p = value; }
static int *same(int *value) { return value; }

int set_by_a_callee_bad(int *n) {
  struct box b;
  free(n);
  set(&b, n);
  return *b.p;  // report use-after-free: "'b.p' is used after it was freed"
}

int answered_by_a_callee_bad(int *n) {
  int *m = same(n);
  free(n);
  return *m;  // report use-after-free: "'m' is used after it was freed"
}

int behind_a_copy_bad(struct holder *h) {
  struct box *b = h->box;
  free(b->p);
  return *h->box->p;  // report use-after-free: "'h->box->p' is used after it was freed"
}

int another_ok(struct holder *h, struct box *other) {
  struct box *b = h->box;
  free(b->p);
  h->box = other;
  return *h->box->p;
}
