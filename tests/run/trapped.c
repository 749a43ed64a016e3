// A trap whose handler jumps away from it, twice.
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>

static sigjmp_buf away;

static void handle(int number) { siglongjmp(away, number); }

static int divide(int a, int b) {
  signal(SIGFPE, handle);
  if (sigsetjmp(away, 1)) return -1;
  return a / b;  // report div-by-zero
}

int main(void) {
  printf("%d\n", divide(6, 3));
  printf("%d\n", divide(6, 0));
  printf("%d\n", divide(7, 0));
  return 0;
}
