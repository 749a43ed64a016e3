#include <stdlib.h>

int main(void) {
  char *a = calloc(6, 1);
  int x = *(int *)(a + 4);  // report buffer-overflow
  free(a);
  return x ? 0 : 0;
}
