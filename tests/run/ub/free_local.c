#include <stdlib.h>

int main(void) {
  int x;
  int *volatile p = &x;
  free(p);  // report invalid-free
  return 0;
}
