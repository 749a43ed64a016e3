// The heap, sorting, searching, random numbers.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_value(const void *a, const void *b) {
  return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b);
}
static int by_text(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

int main(void) {
  int *a = malloc(10 * sizeof *a);
  for (int i = 0; i < 10; ++i) a[i] = (i * 7) % 10;
  a = realloc(a, 20 * sizeof *a);
  for (int i = 10; i < 20; ++i) a[i] = 30 - i;
  qsort(a, 20, sizeof *a, by_value);
  for (int i = 0; i < 20; ++i) printf("%d ", a[i]);
  int key = 15, *found = bsearch(&key, a, 20, sizeof *a, by_value);
  printf("\n%td\n", found - a);
  key = 99;
  printf("%d\n", bsearch(&key, a, 20, sizeof *a, by_value) == 0);
  free(a);
  char *words[] = {"pear", "apple", "fig"};
  qsort(words, 3, sizeof *words, by_text);
  printf("%s %s %s\n", words[0], words[1], words[2]);
  long *zero = calloc(3, sizeof *zero);
  printf("%ld\n", zero[0] + zero[1] + zero[2]);
  free(zero);
  free(NULL);
  void *aligned;
  printf("%d\n", posix_memalign(&aligned, 64, 100));
  free(aligned);
  srand(42);
  int first = rand();
  srand(42);
  printf("%d %d\n", first == rand(), rand() >= 0);
  div_t d = div(-17, 5);
  ldiv_t l = ldiv(17, -5);
  printf("%d %d %ld %ld %d %ld\n", d.quot, d.rem, l.quot, l.rem, abs(-4), labs(-5));
  return 0;
}
