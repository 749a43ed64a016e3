// Bases that share bytes with what is derived from them; bases that a handler cannot tell apart.
#include <cstdio>
#include <cstdlib>
#include <exception>

struct Empty {};
class Tag : public Empty {};
struct Number {
  unsigned n;
  Number(unsigned n) : n(n) {}
};
struct Tagged : Number, Tag {
  Tagged(unsigned n) : Number(n), Tag(Tag()) {}
};

struct Root {
  int text;
  Root() : text(1) {}
  Root(int t) : text(t) {}
};
struct Left : virtual Root {
  int x;
  Left(int x) : x(x) {}
};
struct Right : virtual Root {};
struct Diamond : Left, Right {
  Diamond(int t) : Root(t), Left(5), Right() {}
};

class Padded {
  int a = 1;
  char c = 2;
};
struct Tail : Padded {
  char in_padding = 7;
};

struct A {
  virtual ~A() {}
};
struct B : A {};
struct C : A {};
struct D : B, C {};

struct Throws {
  ~Throws() noexcept(false) { throw 2; }
};

int main() {
  Tagged tagged(255);
  Diamond diamond(2);
  std::printf("%u %d %d\n", tagged.n, diamond.text, diamond.x);
  Tail one, two;
  two.in_padding = 9;
  static_cast<Padded&>(two) = one;
  static_cast<Tag&>(tagged) = Tag();
  std::printf("%d %u\n", two.in_padding, tagged.n);
  D d;
  try {
    throw &d;
  } catch (A*) {
    std::puts("ambiguous");
  } catch (C* c) {
    std::printf("%d\n", c == &d);
  }
  try {
    throw d;
  } catch (A&) {
    std::puts("ambiguous");
  } catch (...) {
    std::puts("any");
  }
  std::set_terminate([] {
    std::puts("a second exception on the way of the first");
    std::exit(3);
  });
  try {
    Throws throws;
    throw 1;
  } catch (int) {
    std::puts("never");
  }
}
