// Values that an operation does not take.
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

int by_zero_bad(int c) {
  int d = 0;
  if (c) d = 2;
  return 10 / d;
}

int by_parameter_ok(int d) { return 10 / d; }

int by_argument_bad(void) { return by_parameter_ok(0); }

int external_divisor_bad(void) {
  int n = 0;
  if (scanf("%d", &n) != 1) return 0;
  return 100 / n;
}

int external_divisor_ok(void) {
  int n = 0;
  if (scanf("%d", &n) != 1) return 0;
  if (n == 0) return 0;
  return 100 / n;
}

int overflow_bad(void) {
  int x = INT_MAX;
  return x + 1;
}

int external_overflow_bad(void) {
  int n = 0;
  if (scanf("%d", &n) != 1) return 0;
  return n + 1;
}

int external_overflow_ok(void) {
  int n = 0;
  if (scanf("%d", &n) != 1) return 0;
  if (n < INT_MAX) return n + 1;
  return 0;
}

int parameter_sum_ok(int a, int b) { return a + b; }

void *nothing_bad(void) { return malloc(0); }
