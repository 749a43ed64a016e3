// Functions with any number of arguments.
#include <stdarg.h>
#include <stdio.h>

struct pair {
  long a;
  double b;
};

static double sum(const char *kinds, ...) {
  va_list list, copy;
  va_start(list, kinds);
  va_copy(copy, list);
  double total = 0;
  for (; *kinds; ++kinds) {
    switch (*kinds) {
      case 'i':
        total += va_arg(list, int);
        break;
      case 'l':
        total += va_arg(list, long long);
        break;
      case 'd':
        total += va_arg(list, double);
        break;
      case 'L':
        total += va_arg(list, long double);
        break;
      case 's': {
        struct pair p = va_arg(list, struct pair);
        total += p.a + p.b;
      }
    }
  }
  total += 1000 * va_arg(copy, int);
  va_end(copy);
  va_end(list);
  return total;
}

static int say(char *to, size_t room, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int length = vsnprintf(to, room, format, list);
  va_end(list);
  return length;
}

int main(void) {
  printf("%g\n", sum("ildLs", 1, 20ll, 0.5, 0.25L, (struct pair){300, 0.125}));
  printf("%g\n", sum("iiiiiiii", 1, 2, 3, 4, 5, 6, 7, (char)8));
  char text[12];
  int length = say(text, sizeof text, "%s-%d-%5.1f|%ld", "abc", 42, 2.25, 7L);
  printf("%d %s\n", length, text);
  return 0;
}
