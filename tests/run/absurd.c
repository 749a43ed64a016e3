// Sizes and numbers that no machine has, arguments that nobody gave: each is refused, and the
// program goes on.
#include <alloca.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static int sum(int count, ...) {
  va_list list;
  va_start(list, count);
  int result = 0;
  for (int i = 0; i < count; ++i) result += va_arg(list, int);  // report illegal-argument
  va_end(list);
  return result;
}

int main(void) {
  char* block = alloca((size_t)-1);  // report illegal-argument
  block[0] = 1;
  long count = LONG_MAX / 8;
  long row[count];  // report illegal-argument
  row[1] = 2;
  printf("%d %d %d\n", malloc((size_t)-1) == NULL, calloc(1ul << 33, 1ul << 33) == NULL,
         realloc(NULL, (size_t)-5) == NULL);
  printf("%.*s|%*d|%-*d|\n", INT_MAX, "whole", -3, 5, 3, 6);
  printf("%d %ld %d\n", block[0], row[1], sum(3, 1, 2));
  return 0;
}
