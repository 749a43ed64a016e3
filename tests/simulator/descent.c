// What a callee does is told down to where it is done, in whatever function that is.
#include <stdlib.h>

struct node {
  struct node *next;
  int value;
};

static int value_of(struct node *n) {
  return n->value;  // step 3: "'n' is dereferenced here"
}

static int second(struct node *n) {
  return value_of(n->next) + 1;  // step 2: "'value_of' is called here"
}

int follows_null_two_calls_down_bad(void) {
  struct node a = {NULL, 1};
  return second(&a);  // report null-deref: "passing NULL pointer 'a.next' to 'second', which follows it"
}

static void drop(struct node *n) {
  free(n);  // step 4: "memory is freed here"
}

static void release(struct node *n) {
  n->value = 0;
  drop(n);  // step 3: "'drop' is called here"
}

static struct node *make(int v) {
  struct node *n = malloc(sizeof *n);  // step 2: "memory is allocated here"
  if (!n) exit(1);
  n->value = v;
  n->next = NULL;
  return n;
}

int uses_what_a_callee_has_freed_bad(void) {
  struct node *n = make(3);
  release(n);       // step 2: "memory is freed here"
  return n->value;  // report use-after-free: "dereferencing pointer 'n' to freed memory"
}

int loses_what_a_callee_has_made_bad(int x) {
  struct node *n = make(3);  // step 1: "memory is allocated here"
  if (x) return 0;           // report leak: "leaking memory 'n'"
  release(n);
  return 1;
}

static int divide(int a, int b) {
  return a / b;  // step 2: "'a / b' divides by it"
}

int divides_by_zero_in_a_callee_bad(int a) {
  return divide(a, 0);  // report div-by-zero: "passing zero '0' to 'divide', which divides by it"
}

static int both(struct node *n) { return n ? n->value : 0; }

int a_callee_that_asks_first_ok(void) { return both(NULL); }
