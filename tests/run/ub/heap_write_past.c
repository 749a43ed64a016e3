#include <stdlib.h>

int main(void) {
  char *a = malloc(4);
  a[4] = 1;  // report buffer-overflow
  free(a);
  return 0;
}
