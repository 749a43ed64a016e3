#include <stdlib.h>

int main(void) {
  char *a = malloc(0);
  *a = 1;  // report buffer-overflow
  free(a);
  return 0;
}
