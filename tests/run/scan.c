// The scanf family, and numbers from text.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int a, b, n;
  long c;
  unsigned d;
  float f;
  double g;
  char word[10], set[10], one;
  int got = sscanf(" 12 -0x1F 077 99 word,abc! 1.5 -2.5e3 x", "%d %i %lo %u %9[a-z],%9[^!]%c %f %lf%n",
                   &a, &b, &c, &d, word, set, &one, &f, &g, &n);
  printf("%d: %d %d %ld %u %s %s %c %g %g %d\n", got, a, b, c, d, word, set, one, f, g, n);
  printf("%d\n", sscanf("abc", "%d", &a));
  printf("%d\n", sscanf("", "%d", &a));
  printf("%d %d\n", sscanf("12345", "%3d%d", &a, &b), a);
  printf("%d %d\n", sscanf("7 8", "%*d %d", &a), a);
  char *end;
  printf("%ld %s\n", strtol("  -123abc", &end, 10), end);
  printf("%lu %ld %ld\n", strtoul("ff", 0, 16), strtol("0x10", 0, 0), strtol("z", 0, 36));
  errno = 0;
  printf("%d ", strtol("99999999999999999999", 0, 10) == 9223372036854775807L);
  printf("%d\n", errno == ERANGE);
  printf("%g %s\n", strtod("2.5e2rest", &end), end);
  printf("%d %ld %g\n", atoi("42x"), atol("-7"), atof("0.125"));
  return 0;
}
