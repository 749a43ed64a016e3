// Values that an operation does not take.
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

int by_zero_bad(int c) {
  int d = 0;
  if (c) d = 2;
  return 10 / d;  // report div-by-zero: "dividing by zero in '10 / d'"
}

int by_parameter_ok(int d) { return 10 / d; }

int by_argument_bad(void) { return by_parameter_ok(0); }  // report div-by-zero: "passing zero '0' to 'by_parameter_ok', which divides by it"

int external_divisor_bad(void) {
  int n = 0;
  if (scanf("%d", &n) != 1) return 0;
  return 100 / n;  // report div-by-zero: "dividing by zero in '100 / n'"
}

int external_divisor_ok(void) {
  int n = 0;
  if (scanf("%d", &n) != 1) return 0;
  if (n == 0) return 0;
  return 100 / n;
}

int overflow_bad(void) {
  int x = INT_MAX;
  return x + 1;  // report int-overflow: "the result of 'x + 1' does not fit its type"
}

int external_overflow_bad(void) {
  int n = 0;
  if (scanf("%d", &n) != 1) return 0;
  return n + 1;  // report int-overflow: "the result of 'n + 1' does not fit its type"
}

int external_overflow_ok(void) {
  int n = 0;
  if (scanf("%d", &n) != 1) return 0;
  if (n < INT_MAX) return n + 1;
  return 0;
}

int parameter_sum_ok(int a, int b) { return a + b; }

void *nothing_bad(void) { return malloc(0); }  // report illegal-argument: "illegal value '0' passed to 'malloc'"

// What the mathematics library has no result for.
double root_bad(void) { return sqrt(-1.0); }  // report illegal-argument: "illegal value '-1' passed to 'sqrt'"
double root_ok(void) { return sqrt(2.0) + sqrt(-0.0); }
double logarithm_bad(void) {
  double none = 0;
  return log(none);  // report illegal-argument: "illegal value 'none' passed to 'log'"
}
double any_root_ok(double x) { return sqrt(x); }

// What `mmap` answers where it fails is no null.
int mapped_bad(void) {
  char *p = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  int first = *p;  // report invalid-deref: "dereferencing invalid pointer 'p'"
  munmap(p, 4096);
  return first;
}
