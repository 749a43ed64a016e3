#include <limits.h>

int main(void) {
  long x = LONG_MAX / 2;
  x = x * 3;  // report int-overflow
  return 0;
}
