// args: --extra-arg=-std=c++20
// Const objects with members that may change, the order of initialisation, constant evaluation.
#include <stdio.h>

struct Cache {
  int key;
  mutable int hits;
};
const Cache cache = {4, 0};
const Cache caches[2] = {{1, 0}, {2, 0}};

int hit(const Cache& c) { return ++c.hits; }

struct Says {
  explicit Says(const char* name) { printf("%s\n", name); }
};
Says late("without a priority");
__attribute__((init_priority(300))) Says second("300");
__attribute__((init_priority(200))) Says first("200");

consteval int at_compile_time(int n) { return n * (__builtin_is_constant_evaluated() ? 2 : 1); }

constexpr int when() { return __builtin_is_constant_evaluated() ? 10 : 20; }
int constant = when();
int changing = 1;
int dynamic = changing + when();

int main() {
  hit(cache);
  printf("%d %d\n", hit(cache), hit(caches[1]));
  int n = at_compile_time(21);
  const int m = when();
  int o = when() + changing;
  printf("%d %d %d %d %d\n", n, constant, dynamic, m, o);
}
