// Calls: frames made and left.
#include <stdio.h>

static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

int main(void) {
  printf("%d\n", fib(26));
  return 0;
}
