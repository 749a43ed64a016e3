// An exception that nobody catches ends the program without unwinding.
#include <cstdio>

struct Guard {
  ~Guard() { std::puts("never"); }
};
int main() {
  Guard guard;
  std::puts("before");
  std::fflush(stdout);
  throw 42;
}
