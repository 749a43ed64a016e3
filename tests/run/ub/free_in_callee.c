#include <stdlib.h>

static void release(int *p) { free(p); }

int main(void) {
  int *p = malloc(sizeof *p);
  *p = 1;
  release(p);
  return *p;  // report use-after-free
}
