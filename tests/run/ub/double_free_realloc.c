#include <stdlib.h>

int main(void) {
  void *p = malloc(1);
  void *q = realloc(p, 1000);
  free(p);  // report double-free
  free(q);
  return 0;
}
