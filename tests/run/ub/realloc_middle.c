#include <stdlib.h>

int main(void) {
  char *volatile p = malloc(64);
  char *q = realloc(p + 32, 64);  // report invalid-free
  return q == p;
}
