#include <string.h>

int main(void) {
  char to[4];
  strcpy(to, "abcd");  // report buffer-overflow
  return 0;
}
