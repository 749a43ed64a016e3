#include <stdlib.h>

int main(void) {
  int *a = calloc(4, sizeof *a);
  int i = 4;
  int x = a[i];  // report buffer-overflow
  free(a);
  return x ? 0 : 0;
}
