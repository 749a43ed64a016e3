// What a call knows of its arguments, and the callee's model alone cannot make use of: a function
// that is handed in, a number of rounds, two parameters that lead to one object.
#include <stdlib.h>

static void to_null(int **p) { *p = NULL; }
static void leave(int **p) { (void)p; }
static void apply(void (*change)(int **), int **p) { (*change)(p); }
int function_handed_in_bad(void) {
  int x = 0, *p = &x;
  apply(to_null, &p);
  return *p;  // report null-deref: "dereferencing NULL pointer 'p'"
}
int function_handed_in_ok(void) {
  int x = 0, *p = &x;
  apply(leave, &p);
  return *p;
}

static void apply_then(void (*change)(int **), void (*then)(int **), int **p) {
  apply(change, p);
  (*then)(p);
}
static void follow(int **p) { ++**p; }
void handed_on_bad(void) {
  int x = 0, *p = &x;
  apply_then(to_null, follow, &p);  // report null-deref: "passing NULL pointer '*p' to '*then', which follows it, in 'apply_then' as it is called here"
}
void handed_on_ok(void) {
  int x = 0, *p = &x;
  apply_then(leave, follow, &p);
}

struct handlers {
  int used;
  void (*change)(int **);
};
static void run(struct handlers *handlers, int **p) {
  ++handlers->used;
  handlers->change(p);
}
int in_a_record_bad(void) {
  int x = 0, *p = &x;
  struct handlers handlers = {.used = 0, .change = to_null};
  run(&handlers, &p);
  return *p;  // report null-deref: "dereferencing NULL pointer 'p'"
}
int in_a_record_ok(void) {
  int x = 0, *p = &x;
  struct handlers handlers = {.used = 0, .change = leave};
  run(&handlers, &p);
  return *p;
}

static int same(int n) { return n; }
static int answer_of(int (*f)(int), int n) { return f(n); }
int what_it_answers_ok(void) {
  int *p = NULL;
  return answer_of(same, 3) != 3 ? *p : 0;
}
int what_it_answers_bad(void) {
  int *p = NULL;
  return answer_of(same, 3) == 3 ? *p : 0;  // report null-deref
}

static void clear(int *list, int count) {
  for (int i = 0; i < count; ++i) list[i] = 0;
}
int more_rounds_than_elements_bad(void) {
  int list[10];
  clear(list, 20);  // report buffer-overflow: "'clear' writes 80 bytes to 'list', which has room for 40"
  return list[0];
}
int as_many_rounds_ok(void) {
  int list[10];
  clear(list, 10);
  return list[9];
}
int fewer_rounds_bad(void) {
  int list[10];
  clear(list, 9);
  return list[9];  // report uninit: "using uninitialized memory 'list[9]'"
}

static void tick(void);
static int rounds(int n) {
  for (int i = 0; i < n; ++i) tick();
  return n;
}
static void tick(void) {
  static int ticks;
  ++ticks;
}
int index_after_rounds_bad(void) {
  int list[10] = {0};
  return list[rounds(15)];  // report buffer-overflow: "reading 4 bytes at offset 60 of 'list', which has 40"
}
int index_after_rounds_ok(void) {
  int list[10] = {0};
  return list[rounds(5)];
}

static int sets_both(int *a, int *b) {
  *a = 2;
  *b = 1;
  return *a == *b;
}
int one_object_ok(int *n) {
  int *p = NULL;
  return sets_both(n, n) ? 0 : *p;
}
int one_object_bad(int *n) {
  int *p = NULL;
  return sets_both(n, n) ? *p : 0;  // report null-deref
}
static void release_both(int *a, int *b) {
  *a = *b;
  free(a);
  free(b);
}
void one_block_bad(void) {
  int *p = malloc(sizeof *p);
  if (!p) return;
  *p = 1;
  release_both(p, p);  // report double-free: "freeing 'b', which is freed already, in 'release_both' as it is called here"
}
void two_blocks_ok(void) {
  int *p = malloc(sizeof *p), *q = malloc(sizeof *q);
  if (!p || !q) {
    free(p);
    free(q);
    return;
  }
  *p = *q = 1;
  release_both(p, q);
}

// What is too large to be simulated once more, or is in another unit, is what its model says.
// So many rounds are not followed.
static void clear_bytes(char *list, int count) {
  for (int i = 0; i < count; ++i) list[i] = 0;
}
void FN_very_many_rounds_bad(void) {
  char list[1000];
  clear_bytes(list, 2000);  // missed buffer-overflow
}
