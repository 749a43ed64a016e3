#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  free(p);
  *p = 1;  // report use-after-free
  return 0;
}
