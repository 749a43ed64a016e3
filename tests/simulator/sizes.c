// Results of the mathematics library that their type cannot hold; sizes that nobody meant.
#include <limits.h>
#include <math.h>
#include <stdlib.h>

void power_too_large_bad(void) {
  double base = 46;
  double exponent = 20000;
  double power = pow(base, exponent);  // report float-overflow: "the result of 'pow(base, exponent)' is too large for its type"
  if (power > 1) abort();
}

void power_too_small_bad(void) {
  double base = 3.6e-36;
  double power = pow(base, 2000);  // report float-overflow: "the result of 'pow(base, 2000)' is too small for its type"
  if (power > 1) abort();
}

void power_ok(void) {
  double power = pow(2, 10);
  if (power < 1) abort();
}

short checked_by_root_ok(const char *text) {
  short n = (short)atoi(text);
  if (abs(n) > (long)sqrt((double)SHRT_MAX)) return 0;
  short square = n * n;
  return square;
}

void *negative_size_bad(void) {
  int count = -1;
  return malloc(count);  // report huge-allocation: "'malloc(count)' asks for 18446744073709551615 bytes"
}

void *many_bad(void) {
  return malloc(UINT_MAX * sizeof(long));  // report huge-allocation: "'malloc(UINT_MAX * sizeof(long))' asks for 34359738360 bytes"
}

void *few_ok(void) { return malloc(1000 * sizeof(long)); }

float sum_too_large_bad(void) {
  float most = 3.40282347e+38F;
  return most + 2.02824096e+31F;  // report float-overflow: "the result of 'most + 2.028241e+31' is out of range"
}

double quotient_too_small_bad(void) {
  double least = 4.9406564584124654e-324;
  return least / 2.0;  // report float-overflow: "the result of 'least / 2' is out of range"
}

double infinity_ok(void) { return 1e300 * 1e300; }

static int minus_one(void) { return -1; }

unsigned from_call_bad(void) {
  unsigned n = minus_one();  // report lossy-conversion: "converting 'minus_one()' changes its value"
  return n;
}

unsigned from_sum_bad(void) {
  int a = 2;
  unsigned n = a - 5;  // report lossy-conversion: "converting 'a - 5' changes its value"
  return n;
}

long distance_bad(void) {
  char a[5], b[5];
  a[0] = b[0] = 1;
  return a - b;  // report unrelated-pointers: "'a - b' subtracts pointers into different objects"
}

long distance_ok(char *from, char *to) { return to - from; }
