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

struct V {
  int v = 3;
};
struct P : virtual V {
  int p = 4;
};
struct Q : virtual V {
  virtual ~Q() {}
};
struct R : P, Q {};

struct Filled {
  int d = 9;
  Filled() = default;
  Filled(int d) : d(d) {}
};
Filled filled[3] = {1};
int one_of() { return 1; }
int other_of() { return 2; }

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
  R r;
  try {
    throw static_cast<Q*>(&r);  // where its virtual base is, only the whole object knows
  } catch (V* v) {
    std::printf("%d %d\n", v == &r, v->v);
  }
  Filled local[4] = {5, 6};
  std::printf("%d %d %d\n", filled[0].d + filled[2].d, local[1].d, local[3].d);
  std::printf("%d\n", (filled[1].d == 9 ? one_of : other_of)());
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
