#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  int sign = *p > 0;  // report uninit
  free(p);
  return sign ? 0 : 0;
}
