// A failed assertion.
#include <assert.h>
#include <stdio.h>

int main(void) {
  int n = 3;
  printf("before\n");
  fflush(stdout);
  assert(n == 4);
  return 0;
}
