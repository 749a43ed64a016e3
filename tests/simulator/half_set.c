// Objects of which a part is set, and handed to who reads another.
#include <stdio.h>
#include <stdlib.h>

struct s {
  int a;
  int b;
};
static int use_a(const struct s *s) { return s->a / 2; }
static int use_b(const struct s *s) { return s->b / 2; }
int other_half_bad(void) {
  struct s s;
  s.a = 1;
  return use_b(&s);  // report uninit: "using uninitialized memory 's.b', passed to 'use_b'"
}
int same_half_ok(void) {
  struct s s;
  s.a = 1;
  return use_a(&s);
}
static int deeper(const struct s *s) { return use_b(s); }
int by_two_bad(void) {
  struct s s;
  s.a = 1;
  return deeper(&s);  // report uninit: "using uninitialized memory 's.b', passed to 'deeper'"
}
static int if_flagged(const struct s *s) { return s->a ? s->b : 0; }
int flag_bad(void) {
  struct s s;
  s.a = 1;
  return if_flagged(&s);  // report uninit: "using uninitialized memory 's.b', passed to 'if_flagged'"
}
int flag_ok(void) {
  struct s s;
  s.a = 0;
  return if_flagged(&s);
}
static int by_value(struct s s) { return s.b; }
int copied_bad(void) {
  struct s s;
  s.a = 1;
  return by_value(s);  // report uninit: "using uninitialized memory 's', passed to 'by_value'"
}
int on_the_heap_bad(void) {
  struct s *s = malloc(sizeof *s);
  if (!s) return 0;
  s->a = 1;
  int half = use_b(s);  // report uninit: "using uninitialized memory 's->b', passed to 'use_b'"
  free(s);
  return half;
}
// What a function that sets it up leaves out its kin know.
static void set_up(struct s *s) { s->a = 1; }
int set_up_ok(void) {
  struct s s;
  set_up(&s);
  return use_a(&s);
}
