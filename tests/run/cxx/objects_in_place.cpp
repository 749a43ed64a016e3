// A variable that is returned is the caller's object; what is built for it is zeroed where it must be.
#include <stdio.h>
#include <stdlib.h>

#include <new>

struct Counted {
  static int made, copied, gone;
  Counted* self;
  Counted() : self(this) { ++made; }
  Counted(const Counted&) : self(this) { ++copied; }
  ~Counted() { ++gone; }
  bool is_at_home() const { return self == this; }
};
int Counted::made, Counted::copied, Counted::gone;

Counted only_one() {
  Counted result;
  Counted other;
  return result;
}

Counted early_or_late(bool early) {
  Counted result;
  if (early) return result;
  {
    Counted inner;
    return result;
  }
}

// Two candidates at once: neither is the result, and the other one is copied from.
Counted either(bool first) {
  Counted a, b;
  if (first) return a;
  return b;
}

Counted thrown_away(bool fails) {
  Counted result;
  if (fails) throw 1;
  return result;
}

void say(const char* what) {
  printf("%s: %d made, %d copied, %d gone\n", what, Counted::made, Counted::copied, Counted::gone);
  Counted::made = Counted::copied = Counted::gone = 0;
}

struct Base {
  int a;
};
struct Derived : Base {
  int b;
};
struct Made {
  Made() { n = 7; }
  int n;
};
struct Inherits : Made {
  double x;
};

int main() {
  {
    Counted c = only_one();
    printf("%d\n", c.is_at_home());
  }
  say("only_one");
  { printf("%d %d\n", early_or_late(true).is_at_home(), early_or_late(false).is_at_home()); }
  say("early_or_late");
  { printf("%d %d\n", either(true).is_at_home(), either(false).is_at_home()); }
  say("either");
  try {
    thrown_away(true);
  } catch (int) {
  }
  say("thrown_away");
  Counted* kept = new Counted(only_one());
  printf("%d\n", kept->is_at_home());
  delete kept;
  say("new");

  int sum = 0;
  Derived list[5] = {{{1}, 2}};
  for (Derived& each : list) sum += each.a + each.b;
  int* numbers = new int[6]();
  for (int i = 0; i < 6; ++i) sum += numbers[i];
  Derived* derived = new Derived[4]{{{10}, 20}};
  for (int i = 0; i < 4; ++i) sum += derived[i].a + derived[i].b;
  void* raw = malloc(3 * sizeof(Inherits));
  for (unsigned i = 0; i < 3 * sizeof(Inherits); ++i) static_cast<char*>(raw)[i] = -1;
  int n = 3;
  Inherits* inherits = new (raw) Inherits[n]();
  for (int i = 0; i < n; ++i) sum += inherits[i].n + (inherits[i].x == 0 ? 100 : 0);
  printf("%d\n", sum);
  delete[] numbers;
  delete[] derived;
  free(raw);
}
