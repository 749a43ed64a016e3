#include <stdlib.h>
#include <string.h>

int main(void) {
  char *a = malloc(4);
  memset(a, 0, 5);  // report buffer-overflow
  free(a);
  return 0;
}
