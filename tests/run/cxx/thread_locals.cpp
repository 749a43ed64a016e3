// A thread_local is built when it is first used, and all of its unit with it; a pointer to a member
// of an anonymous union leads to it.
#include <stdio.h>

struct Noisy {
  explicit Noisy(const char* name) : name(name) { printf("made %s\n", name); }
  ~Noisy() { printf("gone %s\n", name); }
  const char* name;
};

thread_local Noisy first("first");
thread_local Noisy second("second");

struct Value {
  int kind;
  union {
    int number;
    struct {
      short low, high;
    };
  };
};

int main() {
  printf("before\n");
  printf("used %s\n", second.name);
  printf("used %s\n", first.name);
  Value value = {1, {7}};
  int Value::*number = &Value::number;
  short Value::*high = &Value::high;
  value.*number += 1 << 16;
  printf("%d %d\n", value.*number, value.*high);
  return 0;
}
