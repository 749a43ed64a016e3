#include <stdlib.h>

int main(void) {
  void *p = malloc(1);
  free(p);
  free(p);  // report double-free
  return 0;
}
