// A handler of pointers takes what a conversion may make of the thrown one: more qualifiers, not fewer.
#include <cstdio>

static const int number = 1;
static int variable = 2;

struct Base {};
struct Derived : Base {};
static const Derived derived;

static void nothing() {}

template <class Thrown>
static const char *caught(Thrown thrown) {
  try {
    throw thrown;
  } catch (int *) {
    return "int *";
  } catch (void *) {
    return "void *";
  } catch (Base *) {
    return "Base *";
  } catch (const Base *) {
    return "const Base *";
  } catch (const void *) {
    return "const void *";
  } catch (...) {
    return "something else";
  }
}

static const char *caught_twice(int **thrown) {
  try {
    throw thrown;
  } catch (const int **) {
    return "const int **";  // would let a const int be written
  } catch (const int *const *) {
    return "const int *const *";
  }
}

int main() {
  int *pointer = &variable;
  puts(caught_twice(&pointer));
  puts(caught(&number));
  puts(caught(&variable));
  puts(caught(&derived));
  puts(caught(const_cast<Derived *>(&derived)));
  puts(caught(static_cast<volatile int *>(&variable)));
  puts(caught(&nothing));
  return 0;
}
