/* The functions of the paper's figures 6, 7 and 12, and what calls them. */
#include <stdlib.h>

int knot(int j) {
  if (j == 0) return 1;
  return 0;
}

int deref(int *p) {
  if (p == NULL) return 0;
  return *p;
}

void *wrapper(int size) { return malloc(size); }

int calls_deref(int *q) { return deref(q); }
