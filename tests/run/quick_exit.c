// Lines of any length, remainders with their quotients, and handlers of quick_exit.
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void last(void) {
  puts("last");
  fflush(stdout);
}
static void first(void) { puts("first"); }
static void never(void) { puts("never"); }

int main(void) {
  FILE* file = tmpfile();
  for (int i = 0; i < 50; ++i) fputs("0123456789", file);
  fputs("\nshort\nfield:rest", file);
  rewind(file);
  char* line = NULL;
  size_t room = 0;
  long length = getline(&line, &room, file);
  printf("%ld %d %d\n", length, line[499], room > 500);
  length = getline(&line, &room, file);
  printf("%ld %s", length, line);
  length = getdelim(&line, &room, ':', file);
  printf("%ld %s\n", length, line);
  length = getline(&line, &room, file);
  printf("%ld %s\n", length, line);
  printf("%ld\n", (long)getline(&line, &room, file));
  free(line);
  int quotient = 0;
  double rest = remquo(17.0, 5.0, &quotient);
  printf("%g %d\n", rest, quotient & 7);
  rest = remquof(-7.0f, 2.0f, &quotient);
  printf("%g %d\n", rest, quotient < 0);
  printf("%d %d\n", nexttoward(1.0, 2.0L) > 1.0, nexttowardf(1.0f, 0.0L) < 1.0f);
  atexit(never);
  at_quick_exit(last);
  at_quick_exit(first);
  quick_exit(3);
}
