// More functions that call each other over a table of handlers than are simulated as one: they are
// taken apart where a call may lead to several.
#include <stdlib.h>

struct state {
  int depth;
  int *last;
};
typedef int (*handler)(struct state *, int);
extern const handler handlers[];

static int dispatch(struct state *s, int k) { return handlers[k](s, k); }
static int *find(struct state *s, int k) { return k > 100 ? NULL : s->last; }

#define HANDLER(n) \
  static int h##n(struct state *s, int k) { return s->depth-- > n ? dispatch(s, k) : n; }
HANDLER(0) HANDLER(1) HANDLER(2) HANDLER(3) HANDLER(4) HANDLER(5) HANDLER(6) HANDLER(7) HANDLER(8)
HANDLER(9) HANDLER(10) HANDLER(11) HANDLER(12) HANDLER(13) HANDLER(14) HANDLER(15) HANDLER(16)
HANDLER(17) HANDLER(18) HANDLER(19) HANDLER(20) HANDLER(21) HANDLER(22) HANDLER(23)

// Its callee is known although both are on the circle.
static int step(struct state *s, int k) {
  if (k > 3) return dispatch(s, 0);
  s->last = calloc(1, sizeof(int));
  return s->last ? 0 : -1;
}
static int known_callee_bad(struct state *s, int k) {
  if (step(s, 1) != 0) return *s->last;  // report null-deref: "dereferencing NULL pointer 's->last'"
  return k;
}
static int known_value_bad(struct state *s, int k) {
  if (k > 0) return dispatch(s, 0);
  return *find(s, 101);  // report null-deref: "dereferencing NULL pointer 'find(s, 101)'"
}
static int known_callee_ok(struct state *s, int k) {
  if (step(s, 1) != 0) return -1;
  return *s->last + k;
}

const handler handlers[] = {h0,  h1,  h2,  h3,  h4,  h5,  h6,  h7,  h8,  h9,  h10, h11, h12, h13,
                            h14, h15, h16, h17, h18, h19, h20, h21, h22, h23, step, known_callee_bad,
                            known_value_bad, known_callee_ok};
