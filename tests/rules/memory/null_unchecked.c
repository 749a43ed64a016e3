#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pair {
  int *a, *b;
};

void written_bad(int n) {
  int *p = malloc(n * sizeof *p);
  p[0] = 1;  // report null-deref: "'p' is used without a look whether it is null"
  free(p);
}

void cleared_bad(struct pair *pair) {
  pair->a = malloc(16);
  memset(pair->a, 0, 16);  // report null-deref: "'pair->a' is used without a look whether it is null"
}

int wrong_branch_bad(const char *s) {
  char *copy = strdup(s);
  if (copy == NULL) return *copy;  // report null-deref: "'copy' is used where it is null"
  free(copy);
  return 0;
}

static void fill(int *p) {
  *p = 1;  // report null-deref: "'p' is used without a look whether it is null"
}

void in_a_callee_bad(void) {
  int *p = malloc(sizeof *p);
  fill(p);
  free(p);
}

int checked_ok(int n) {
  int *p = malloc(n);
  if (!p) return -1;
  *p = 2;
  free(p);
  return 0;
}

int checked_late_ok(void) {
  FILE *f = fopen("x", "r");
  int c = f ? getc(f) : -1;
  if (f) fclose(f);
  return c;
}

void exits_ok(void) {
  int *p = malloc(4);
  if (p == 0) exit(1);
  *p = 1;
  free(p);
}

char *copied_bad(const char *text) {
  char *copy = strdup(text);
  copy[0] = 'x';  // report null-deref: "'copy' is used without a look whether it is null"
  return copy;
}

void *checked_malloc(size_t n) {
  void *p = malloc(n);
  if (!p) abort();
  return p;
}

int wrapped_ok(void) {
  int *p = checked_malloc(sizeof *p);
  return *p;
}

static int *make(void) { return malloc(sizeof(int)); }

// The wrapper has no name for what it returns.
int wrapped_bad(void) {
  int *p = make();
  return *p;  // report null-deref: "'p' is used without a look whether it is null"
}

static int *make_named(void) {
  int *p = malloc(sizeof *p);
  return p;
}

int wrapped_with_a_name_bad(void) {
  int *p = make_named();
  return *p;  // report null-deref: "'p' is used without a look whether it is null"
}

int remembered_ok(size_t n) {
  int *p = malloc(n);
  int ok = p != NULL;
  if (!ok) return 0;
  return *p;
}

static int open_log(FILE **out) {
  *out = fopen("log", "w");
  return *out ? 0 : -1;
}

void looked_at_again_ok(void) {
  FILE *out = NULL;
  if (open_log(&out) != 0) fputs("no log\n", stderr);
  if (out) fclose(out);
}

struct names {
  char **all;
  int count;
};

static void drop(struct names *n) {
  for (int i = 0; i < n->count; i++) free(n->all[i]);
}

// What is null has no elements.
int gives_up_with_none_ok(struct names *n, int count) {
  n->count = 0;
  if ((n->all = calloc(count, sizeof *n->all)) == NULL) {
    drop(n);
    return -1;
  }
  return 0;
}

// What `realloc` answers may be null because nothing was asked for.
void no_memory(void) __attribute__((noreturn));
static void *resized(void *p, size_t n) {
  void *r = realloc(p, n);
  if (!r && (!p || n)) no_memory();
  return r;
}
int *grown_ok(int *p, size_t *n) {
  *n = *n + *n / 2 + 1;
  p = resized(p, *n * sizeof *p);
  p[0] = 1;
  return p;
}
int *resized_bad(int *p) {
  p = realloc(p, 40);
  p[3] = 1;  // report null-deref: "'p' is used without a look whether it is null"
  return p;
}

static struct pair *pair_new(int *a) {
  struct pair *p = malloc(sizeof *p);
  if (!p) return NULL;
  p->a = a;
  return p;
}

int made_by_another_bad(int *a) {
  struct pair *p = pair_new(a);
  p->b = a;  // report null-deref: "'p' is used where it is null"
  return *p->a;
}

int made_by_another_ok(int *a) {
  struct pair *p = pair_new(a);
  if (!p) return 0;
  p->b = a;
  return *p->a;
}

size_t environment_bad(void) {
  char *home = getenv("HOME");
  return strlen(home);  // report null-deref: "'home' is used without a look whether it is null"
}

void one_side_of_a_choice_bad(int c) {
  int *p = c ? malloc(sizeof *p) : &c;
  *p = 1;  // report null-deref: "'p' is used without a look whether it is null"
}

void looked_at_on_that_side_ok(int c) {
  int *p = c ? malloc(sizeof *p) : &c;
  if (c && !p) return;
  *p = 1;
}

void printed_bad(void) {
  const char *home = getenv("HOME");
  puts(home);  // report null-deref: "'home' is used without a look whether it is null"
}

int without_a_name_bad(const char *name) {
  return atoi(getenv(name));  // report null-deref: "'getenv(name)' is used without a look whether it is null"
}
