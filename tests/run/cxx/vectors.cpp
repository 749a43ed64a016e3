// Logical operators of vectors, and the names of types that a program compares.
#include <stdio.h>

#include <typeinfo>

typedef int Four __attribute__((vector_size(16)));

void show(Four v) { printf("%d %d %d %d\n", v[0], v[1], v[2], v[3]); }

int evaluated;
Four count(Four v) {
  ++evaluated;
  return v;
}

int main() {
  Four a = {1, 0, -1, 2}, b = {0, 0, 3, 4};
  show(a && b);
  show(a || b);
  show(!a);
  show(count(b) && count(a));
  printf("%d\n", evaluated);
  int n = 1;
  printf("%d %d\n", typeid(n) == typeid(int), typeid(&n) == typeid(int));
}
