// What C forbids although every machine does it, and no sanitizer looks; and what it allows beside.
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

int sign(int x) {  // report missing-return
  if (x != 0) return x < 0 ? -1 : 1;
}

double first_double(int count, ...) {
  va_list list;
  va_start(list, count);
  double x = va_arg(list, double);  // report illegal-argument
  va_end(list);
  return x;
}

struct empty {};

unsigned first_unsigned(int count, ...) {
  va_list list;
  va_start(list, count);
  unsigned x = va_arg(list, unsigned);
  struct empty e = va_arg(list, struct empty);
  (void)e;
  void *p = va_arg(list, void *);
  va_end(list);
  return x + (p != NULL);
}

struct text {
  int length;
  char letters[1];
};

struct __attribute__((packed)) record {
  char tag;
  int value;
};

// As long as its initialiser makes it.
struct text_of_any_length {
  short length;
  char letters[];
} greeting = {5, "hello"};

typedef int __attribute__((aligned(1))) unaligned_int;

__attribute__((weak)) int nowhere(void);
extern int nothing __attribute__((weak));

int main(void) {
  sign(0);  // nobody uses it
  (void)sign(0);
  int unknown = sign(0);
  first_double(1, 1);
  printf("%d %u\n", unknown == unknown, first_unsigned(3, 5, (struct empty){}, "text"));

  int grid[2][3] = {{1, 2, 3}, {4, 5, 6}};
  int *end = &grid[0][3], sum = 0;
  for (int *p = grid[0]; p != end; ++p) sum += *p;
  struct text *text = malloc(sizeof(struct text) + 4);
  text->letters[4] = 'x';
  printf("%d %c\n", sum, text->letters[4]);
  free(text);
  printf("%c%s\n", greeting.letters[4], greeting.letters);

  struct record record = {1, 2};
  char bytes[8] = {0, 7};
  printf("%d %d\n", record.value, *(unaligned_int *)(bytes + 1));
  printf("%d %d %d\n", 1 << 30, -8 >> 1, __builtin_ffs(0));
  printf("%d %d\n", nowhere == NULL, &nothing == NULL);
  return 0;
}
