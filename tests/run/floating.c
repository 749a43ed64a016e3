// Floating-point arithmetic, comparisons and conversions.
#include <float.h>
#include <math.h>
#include <stdio.h>

int main(void) {
  volatile float a = 0.1f;
  volatile double b = 0.1;
  volatile long double c = 0.1L;
  printf("%.9g %.17g %.21Lg\n", a, b, c);
  printf("%d %d\n", a == b, (float)b == a);
  printf("%.9g %.17g %.21Lg\n", a * 3, b / 3, c + 1);
  printf("%d %d %u %lld\n", (int)3.99, (int)-3.99, (unsigned)4e9, (long long)-1e18);
  printf("%.1f %.1f %.1f\n", (double)-7, (double)18446744073709551615u, (float)16777217);
  printf("%g %g %d\n", INFINITY, -INFINITY, isnan(NAN));
  double nan = NAN;
  printf("%d %d %d\n", nan == nan, nan < 1, nan != nan);
  printf("%g %g\n", DBL_MAX * 10, DBL_MIN / 1e10);
  printf("%.3f %.3f %.3f %.3f\n", sqrt(2), pow(2, 0.5), exp(1), log(10));
  printf("%.6f %.6f %.6f\n", sin(1), cos(1), atan2(1, 2));
  printf("%g %g %g %g\n", floor(-1.5), ceil(-1.5), round(2.5), trunc(-2.7));
  int exponent;
  double whole, part = modf(3.25, &whole);
  printf("%g %d %g %g\n", frexp(40, &exponent), exponent, part, whole);
  printf("%g %g %g\n", fmod(7, 3), hypot(3, 4), ldexp(0.75, 4));
  printf("%ld %g %g\n", lround(2.5), fmax(1, 2), copysign(3, -1));
  _Complex double z = 1.0 + 2.0i;
  z = z * z;
  printf("%g %g\n", __real__ z, __imag__ z);
  return 0;
}
