#include <string.h>

int main(void) {
  char to[4];
  memcpy(to, "abcdef", 6);  // report buffer-overflow
  return 0;
}
