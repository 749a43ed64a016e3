// What leaves a noexcept function ends the program, with the program's own handler first.
#include <cstdio>
#include <cstdlib>
#include <exception>

static void risky() { throw 1; }
static void promised() noexcept { risky(); }
int main() {
  std::set_terminate([] {
    std::puts("terminating");
    std::fflush(stdout);
    std::exit(3);
  });
  try {
    promised();
  } catch (int) {
    std::puts("not here");
  }
}
