#include <string.h>

int main(void) {
  char *to = 0;
  memcpy(to, "abc", 3);  // report null-deref
  return 0;
}
