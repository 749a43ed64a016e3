#include <stdlib.h>

static void release(void *p) { free(p); }

int main(void) {
  void *p = malloc(1);
  release(p);
  free(p);  // report double-free
  return 0;
}
