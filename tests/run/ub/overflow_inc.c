#include <limits.h>

int main(void) {
  int x = INT_MAX;
  ++x;  // report int-overflow
  return x > 0;
}
