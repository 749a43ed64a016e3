#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  *p = 1;
  int *q = realloc(p, 4000);
  int kept = *p;  // report use-after-free
  free(q);
  return kept;
}
