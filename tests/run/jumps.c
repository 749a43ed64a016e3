// setjmp and longjmp: out of calls, out of a callback, again and again.
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static jmp_buf out;

static void descend(int n) {
  if (n == 0) longjmp(out, 7);
  descend(n - 1);
  puts("never");
}

static int impatient(const void *a, const void *b) {
  if (*(const int *)a + *(const int *)b > 5) longjmp(out, 3);
  return *(const int *)a - *(const int *)b;
}

static int tries(int limit) {
  volatile int count = 0;
  jmp_buf here, copy;
  int value = setjmp(here);
  __builtin_memcpy(&copy, &here, sizeof copy);
  ++count;
  if (value < limit) longjmp(copy, value + 1);
  return count;
}

int main(void) {
  switch (setjmp(out)) {
    case 0:
      puts("first");
      descend(10);
    case 7:
      puts("back");
  }
  int a[] = {1, 4, 3, 2};
  if (setjmp(out) == 3) {
    puts("jumped out of qsort");
  } else {
    qsort(a, 4, sizeof *a, impatient);
    puts("never");
  }
  printf("%d\n", tries(4));
  if (setjmp(out) == 0) longjmp(out, 0);
  puts("zero is one");
  return 0;
}
