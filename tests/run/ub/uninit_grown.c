#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  *p = 1;
  p = realloc(p, 2 * sizeof *p);
  if (p[1] > 0)  // report uninit
    return 0;
  free(p);
  return 0;
}
