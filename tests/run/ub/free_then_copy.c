#include <stdlib.h>
#include <string.h>

int main(void) {
  char *p = malloc(4);
  char to[4];
  memset(p, 0, 4);
  free(p);
  memcpy(to, p, 4);  // report use-after-free
  return to[0];
}
