#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  *p = 1;
  p = realloc(p, 2 * sizeof *p);
  int sign = p[1] > 0;  // report uninit
  free(p);
  return sign ? 0 : 0;
}
