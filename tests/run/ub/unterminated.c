#include <stdlib.h>
#include <string.h>

int main(void) {
  char *a = malloc(4);
  memset(a, 'x', 4);
  int n = (int)strlen(a);  // report buffer-overflow
  free(a);
  return n < 4;
}
