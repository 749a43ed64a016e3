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
  return malloc(UINT_MAX * sizeof(long));  // report huge-allocation: "'malloc((2147483647 * 2 + 1) * 8)' asks for 34359738360 bytes"
}

void *few_ok(void) { return malloc(1000 * sizeof(long)); }
