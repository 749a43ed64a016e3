// Bases, members and bodies are built in order and destroyed in reverse, wherever they live.
#include <cstdio>

struct Part {
  const char *name;
  explicit Part(const char *name) : name(name) { std::printf("+%s\n", name); }
  Part(const Part &other) : name(other.name) { std::printf("copy %s\n", name); }
  Part(Part &&other) noexcept : name(other.name) {
    std::printf("move %s\n", name);
    other.name = "gone";
  }
  Part &operator=(const Part &other) {
    std::printf("%s = %s\n", name, other.name);
    name = other.name;
    return *this;
  }
  ~Part() { std::printf("-%s\n", name); }
};

struct Base {
  Part base{"base"};
  Base() { std::puts("Base()"); }
  ~Base() { std::puts("~Base()"); }
};

struct Whole : Base {
  Part first{"first"}, second;
  int number = 7;
  Whole() : Whole("default") { std::printf("delegated %d\n", number); }
  explicit Whole(const char *name) : second(name) { std::puts("Whole()"); }
  ~Whole() { std::puts("~Whole()"); }
};

Part global("global");

Part make(const char *name) { return Part(name); }
Part choose(bool first) {
  Part a("a"), b("b");
  if (first) return a;
  return b;
}
int take(Part part) {
  std::printf("took %s\n", part.name);
  return 3;
}
Part &once() {
  static Part part("static");
  return part;
}
struct Element {
  static int count;
  int number;
  Element() : number(count++) { std::printf("+%d\n", number); }
  ~Element() { std::printf("-%d\n", number); }
};
int Element::count = 0;

int main() {
  std::puts("main");
  {
    Whole whole;
    Part copy = whole.second;
    copy = whole.first;
  }
  make("temporary");
  const Part &kept = make("kept");
  std::printf("%s\n", kept.name);
  take(make("argument"));
  Part chosen = choose(true);
  Part moved = static_cast<Part &&>(chosen);
  std::printf("%s %s\n", chosen.name, moved.name);
  once();
  once();
  {
    Element row[3];
    Element grid[2][2];
  }
  for (int i = 0; i < 3; ++i) {
    Part loop("loop");
    if (i == 1) break;
  }
  int total = 0;
  total += take(Part("x"));
  total += total ? 1 : take(Part("y"));
  std::printf("%d\n", total);
  Part parts[] = {Part("p0"), Part("p1")};
  return parts[1].name[1] - '1';
}
