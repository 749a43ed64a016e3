// Memory that is used, freed or returned after it was freed.
#include <stdlib.h>

int read_after_free_bad(void) {
  int *p = malloc(4);
  if (!p) return 0;
  *p = 1;
  free(p);
  return *p;  // report use-after-free: "dereferencing pointer 'p' to freed memory"
}

void freed_twice_bad(void) {
  int *p = malloc(4);
  free(p);
  free(p);  // report double-free: "freeing 'p', which is freed already"
}

void freed_once_ok(void) {
  int *p = malloc(4);
  free(p);
  p = 0;
  free(p);
}

static void drop(int *p) { free(p); }

void freed_by_callee_bad(int *p) {
  drop(p);
  *p = 1;  // report use-after-free: "dereferencing pointer 'p' to freed memory"
}

void freed_twice_by_callee_bad(int *p) {
  drop(p);
  drop(p);  // report double-free: "freeing 'p', which is freed already"
}

int *freed_returned_bad(void) {
  int *p = malloc(4);
  free(p);
  return p;  // report freed-return: "returning pointer 'p' to freed memory"
}

void local_freed_bad(void) {
  int x;
  free(&x);  // report invalid-free: "freeing '&x', which was not allocated"
}

void middle_freed_bad(void) {
  char *p = malloc(10);
  if (!p) return;
  p++;
  free(p);  // report invalid-free: "freeing 'p', which is 1 byte into its block"
}

void literal_freed_bad(void) { free("text"); }  // report invalid-free: "freeing '\"text\"', which was not allocated"

void moved_ok(void) {
  char *p = malloc(4);
  if (!p) return;
  char *q = realloc(p, 8);
  if (!q) {
    free(p);
    return;
  }
  free(q);
}

void used_after_realloc_bad(void) {
  char *p = malloc(4);
  if (!p) return;
  char *q = realloc(p, 8);
  if (q) {
    p[0] = 1;  // report use-after-free: "dereferencing pointer 'p' to freed memory"
    free(q);
  } else {
    free(p);
  }
}

static void free_if(int *p, int c) {
  if (c) free(p);
}

void maybe_freed_bad(int c) {
  int *p = malloc(4);
  if (!p) return;
  free_if(p, c);
  free(p);  // report double-free: "freeing 'p', which is freed already"
}

void keeps(int *p);
void given_away_after_its_end_bad(void) {
  int *p = malloc(sizeof *p);
  free(p);
  keeps(p);  // report use-after-free: "passing pointer 'p' to freed memory to 'keeps'"
}
static char pool[16];
void part_of_a_variable_bad(int i) {
  free(pool + i);  // report invalid-free: "freeing 'pool + i', which was not allocated"
}
void number_bad(void) {
  free((void *)0x1000);  // report invalid-free
}
