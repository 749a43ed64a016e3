#include <stdlib.h>

int main(void) {
  char *volatile p = "abc";
  free(p);  // report invalid-free
  return 0;
}
