// Vectors made of the elements of others, by built-ins that both compilers have.
#include <stdio.h>

typedef int four __attribute__((vector_size(16)));
typedef unsigned char bytes __attribute__((vector_size(16)));
typedef float floats __attribute__((vector_size(16)));

static void show(const char* what, four v) {
  printf("%s %d %d %d %d\n", what, v[0], v[1], v[2], v[3]);
}

static int asked;
static four once(four v) {
  ++asked;
  return v;
}

int main(void) {
  four a = {1, 2, 3, 4}, b = {5, 6, 7, 8};
  show("by constants", __builtin_shufflevector(a, b, 0, 5, 2, 7));
  show("one of a call", __builtin_shufflevector(once(a), once(b), 3, 3, 4, 4));
  typedef int two __attribute__((vector_size(8)));
  two half = __builtin_shufflevector(a, b, 1, 6);
  printf("half %d %d\n", half[0], half[1]);
  floats f = __builtin_convertvector(a, floats);
  show("and back", __builtin_convertvector(f * 1.5f, four));
  bytes c = {250, 251, 252, 253},
        d = __builtin_shufflevector(c, c, 3, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  printf("bytes %d %d, asked %d times\n", d[0], d[3], asked);
  return 0;
}
