#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  if (*p > 0)  // report uninit
    return 0;
  free(p);
  return 0;
}
