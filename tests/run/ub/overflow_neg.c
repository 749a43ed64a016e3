#include <limits.h>

int main(void) {
  int x = INT_MIN;
  x = -x;  // report int-overflow
  return x > 0;
}
