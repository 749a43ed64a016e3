// The printf family.
#include <inttypes.h>
#include <stdio.h>
#include <wchar.h>

int main(void) {
  printf("%d|%5d|%-5d|%05d|%+d|% d|%.3d\n", 42, 42, 42, 42, 42, 42, 7);
  printf("%u %x %X %#x %o %#o\n", 3000000000u, 255, 255, 255, 8, 8);
  printf("%hhd %hd %ld %lld %zu %jd %td\n", (signed char)300, (short)70000, -1L, 1ll << 40,
         sizeof(int), (intmax_t)-5, (char *)8 - (char *)3);
  printf("%f %.2f %10.3f %-10.1f| %e %g %g %a\n", 1.5, 2.345, 3.14159, 2.5, 12345.678, 1e-5, 1e20,
         1.0);
  printf("%Lf %.10Lg\n", 2.5L, 1.0L / 3);
  printf("%s|%10s|%-10s|%.2s|%c|%%\n", "text", "right", "left", "cut", 'c');
  printf("%*d|%-*d|%.*f\n", 6, 1, 6, 2, 2, 3.14159);
  printf("%p %p\n", (void *)0, (void *)0x1234);
  printf("%2$s %1$s\n", "world", "hello");
  printf("%ls %lc\n", L"wide", L'w');
  printf("%" PRId64 " %" PRIu32 "\n", INT64_MIN, UINT32_MAX);
  int count;
  printf("abc%n", &count);
  printf(" %d\n", count);
  char text[8];
  printf("%d ", snprintf(text, sizeof text, "%s", "a long text"));
  printf("%s\n", text);
  printf("%d\n", sprintf(text, "%c%c", 'x', 0));
  fprintf(stdout, "%s", "to a stream\n");
  fputs("puts", stdout);
  putchar('!');
  puts("");
  return 0;
}
