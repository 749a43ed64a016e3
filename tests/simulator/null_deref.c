// Pointers that are null when they are followed.
#include <stdlib.h>

struct point {
  int x, y;
};

int after_check_bad(struct point *p) {
  if (p == NULL) return p->x;  // report null-deref: "dereferencing NULL pointer 'p'"
  return 0;
}

int checked_late_bad(int *p) {
  int *q = p;
  if (!q) {
    *q = 1;  // report null-deref: "dereferencing NULL pointer 'q'"
  }
  return 0;
}

int allocation_bad(void) {
  int *p = malloc(sizeof *p);
  *p = 1;  // report null-deref: "dereferencing NULL pointer 'p'"
  int v = *p;
  free(p);
  return v;
}

int allocation_ok(void) {
  int *p = malloc(sizeof *p);
  if (!p) return -1;
  *p = 1;
  int v = *p;
  free(p);
  return v;
}

int parameter_ok(int *p) { return *p; }

static int first(int *p) { return p[0]; }

int passed_on_bad(void) { return first(0); }  // report null-deref: "passing NULL pointer '0' to 'first', which follows it"

static int maybe(int *p) {
  if (!p) return 0;
  return *p;
}

int passed_on_ok(void) { return maybe(0); }

int correlated_ok(int *p, int has) {
  int v = 0;
  if (has) p = &v;
  if (has) v = *p;
  return v;
}

static int *find(int *table, int n, int key) {
  for (int i = 0; i < n; ++i) {
    if (table[i] == key) return &table[i];
  }
  return NULL;
}

// What the table holds only callers know.
int unchecked_result_ok(int *table) {
  int *at = find(table, 4, 7);
  return *at;
}
int FN_unchecked_result_bad(void) {
  int table[4] = {1, 2, 3, 4};
  int *at = find(table, 4, 7);
  return *at;
}
int checked_too_late_bad(int *table) {
  int *at = find(table, 4, 7);
  if (!at) table[0] = 1;
  return *at;  // report null-deref: "dereferencing NULL pointer 'at'"
}

int (*handler)(int);

int null_function_bad(int x) {
  handler = 0;
  return handler(x);  // report null-deref: "dereferencing NULL pointer 'handler'"
}

// What a declaration asks for, of a function that nobody has.
void first_is_there(void *p, void *q) __attribute__((nonnull(1)));
void all_are_there(void *p, int n, void *q) __attribute__((nonnull));

void declared_bad(void *q) {
  first_is_there(0, q);  // report null-deref: "passing NULL pointer '0' to 'first_is_there', which follows it"
}

void declared_all_bad(void *p) {
  all_are_there(p, 0, 0);  // report null-deref: "passing NULL pointer '0' to 'all_are_there', which follows it"
}

void declared_unchecked_bad(void *q) {
  void *p = malloc(4);
  first_is_there(p, q);  // report null-deref: "passing NULL pointer 'p' to 'first_is_there', which follows it"
  free(p);
}

void declared_ok(void *p, void *q) {
  first_is_there(p, 0);
  all_are_there(p, 0, q);
}

extern int is_ready;

// Nothing but null is ever put into it: what else is asked does not matter.
int never_set_bad(void) {
  int *p = 0;
  if (is_ready) return 0;
  return *p;  // report null-deref: "dereferencing NULL pointer 'p'"
}

void called_where_it_is_null_bad(void (*f)(void)) {
  if (!f) f();  // report null-deref: "dereferencing NULL pointer 'f'"
}
void called_where_it_is_there_ok(void (*f)(void)) {
  if (f) f();
}
