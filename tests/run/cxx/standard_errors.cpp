// args: --extra-arg=-std=c++20
// Covariant results, classes derived from the library's exceptions, typeid of objects.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <typeinfo>
#include <vector>
struct A {
  virtual ~A() {}
  virtual A* clone() const { return new A(*this); }
  int a = 1;
};
struct P {
  long pad = 7;
  virtual ~P() {}
};
struct B : P, A {
  B* clone() const override { return new B(*this); }
  int b = 2;
};
struct MyErr : std::runtime_error {
  int c;
  MyErr(int c) : std::runtime_error("my " + std::to_string(c)), c(c) {}
};
struct Over : std::exception {
  const char* what() const noexcept override { return "over"; }
};
int main() {
  A* p = new B;
  A* q = p->clone();
  std::printf("%d %d\n", q->a, static_cast<B*>(q)->b);
  delete p;
  delete q;
  try {
    A a;
    A& r = a;
    (void)dynamic_cast<B&>(r);
  } catch (const std::bad_cast& e) {
    std::printf("bad cast %s\n", e.what());
  }
  try {
    throw MyErr(3);
  } catch (const std::exception& e) {
    std::printf("%s\n", e.what());
  }
  try {
    throw MyErr(4);
  } catch (const std::runtime_error& e) {
    std::printf("%s %d\n", e.what(), dynamic_cast<const MyErr&>(e).c);
  }
  try {
    throw Over();
  } catch (const std::exception& e) {
    std::printf("%s\n", e.what());
  }
  B b;
  A& ra = b;
  A a2;
  A& rb = a2;
  std::printf("%d %d\n", typeid(ra) == typeid(static_cast<A&>(b)), typeid(ra) == typeid(rb));
  return 0;
}
