#include <stdlib.h>
#include <string.h>

int main(void) {
  char *p = malloc(4);
  strcpy(p, "abc");
  free(p);
  return (int)strlen(p);  // report use-after-free
}
