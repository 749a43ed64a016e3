#include <stdlib.h>

int main(void) {
  void *p = malloc(1);
  void *q = p;
  free(p);
  free(q);  // report double-free
  return 0;
}
