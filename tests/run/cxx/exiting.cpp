// Static objects are destroyed at exit, in reverse, across functions and arrays.
#include <cstdio>
#include <cstdlib>

struct Noisy {
  const char *name;
  explicit Noisy(const char *name) : name(name) { std::printf("+%s\n", name); }
  ~Noisy() { std::printf("-%s\n", name); }
};
static Noisy first("first");
static Noisy row[] = {Noisy("row 0"), Noisy("row 1")};
static int number = std::printf("computed\n");
struct Abstract {
  virtual int get() const = 0;
  constexpr Abstract() = default;
};
struct Concrete : Abstract {
  int value;
  constexpr explicit Concrete(int value) : value(value) {}
  int get() const override { return value; }
};
constexpr Concrete fixed(12);
const Abstract &interface = fixed;

static void use() {
  static Noisy local("local");
  std::printf("using %s\n", local.name);
}
int main() {
  Noisy automatic("never destroyed");
  std::atexit([] { std::puts("handler"); });
  use();
  use();
  std::printf("%d %d\n", number, interface.get());
  std::exit(4);
}
