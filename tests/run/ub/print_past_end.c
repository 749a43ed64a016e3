#include <stdio.h>

int main(void) {
  char to[4];
  sprintf(to, "%d", 12345);  // report buffer-overflow
  return 0;
}
