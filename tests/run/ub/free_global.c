#include <stdlib.h>

static int counter;

int main(void) {
  int *volatile p = &counter;
  free(p);  // report invalid-free
  return 0;
}
