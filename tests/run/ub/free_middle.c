#include <stdlib.h>

int main(void) {
  char *volatile p = malloc(8);
  free(p + 4);  // report invalid-free
  return 0;
}
