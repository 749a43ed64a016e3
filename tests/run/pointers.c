// Pointers: arithmetic, functions, casts through integers and bytes.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int (*const operations[])(int, int) = {add, sub};
static int apply(int (*f)(int, int), int n) { return f(n, 3); }

int main(void) {
  int a[5] = {10, 20, 30, 40, 50};
  int *p = a, *end = a + 5;
  printf("%d %d %td\n", *p++, *++p, end - p);
  printf("%d %d\n", p[-1], *(end - 1));
  printf("%d %d\n", p < end, &a[2] == p);
  uintptr_t number = (uintptr_t)p;
  printf("%d\n", *(int *)(number + sizeof(int)));
  unsigned char bytes[sizeof p];
  memcpy(bytes, &p, sizeof p);
  int *back;
  memcpy(&back, bytes, sizeof back);
  printf("%d\n", *back);
  uint32_t word = 0x01020304;
  printf("%d\n", *(unsigned char *)&word);
  printf("%d %d %d\n", operations[0](5, 3), (*operations[1])(5, 3), apply(&sub, 10));
  int **pp = &p;
  **pp = 77;
  printf("%d\n", a[2]);
  const char *text = "shared";
  printf("%c %c %s\n", text[2], *(text + 4), text + 3);
  void *untyped = a;
  printf("%d\n", ((int *)untyped)[1]);
  int n = 4, variable[n];
  for (int i = 0; i < n; ++i) variable[i] = i * i;
  printf("%zu %d\n", sizeof variable, variable[3]);
  return 0;
}
