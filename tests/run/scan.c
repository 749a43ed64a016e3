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
  // Words, a prefix without digits, an exponent without digits, fewer characters than asked for.
  char three[4] = "";
  printf("%d ", sscanf("inf1 nan2", "%lf%d %f%d", &g, &a, &f, &b));
  printf("%g %d %d\n", g, a, b);
  printf("%d %d ", sscanf("0x,", "%lf", &g), sscanf("infi", "%lf", &g));
  printf("%d ", sscanf("1e,0x1fp 5", "%lf,%f%d", &g, &f, &a));
  printf("%g %g %d\n", g, f, a);
  printf("%d %s\n", sscanf("ab", "%3c", three), three);
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
