// Throwing and catching: by type, by base, by pointer, again, out of everything.
#include <cstdio>

struct Guard {
  const char *name;
  explicit Guard(const char *name) : name(name) { std::printf("+%s\n", name); }
  ~Guard() { std::printf("-%s\n", name); }
};
struct Error {
  int code;
  explicit Error(int code) : code(code) { std::printf("Error %d\n", code); }
  Error(const Error &other) : code(other.code) { std::printf("copy %d\n", code); }
  virtual ~Error() { std::printf("~Error %d\n", code); }
  virtual const char *what() const { return "error"; }
};
struct Extra {
  int extra = 9;
  virtual ~Extra() {}
};
struct Special : Extra, Error {
  explicit Special(int code) : Error(code) {}
  const char *what() const override { return "special"; }
};
struct Plain {
  int a, b;
};

static void risky(int n) {
  Guard guard("risky");
  switch (n) {
    case 0: return;
    case 1: throw Error(1);
    case 2: throw Special(2);
    case 3: throw 3;
    case 4: throw "text";
    case 5: throw Plain{5, 6};
    case 6: { static Special held(6); throw &held; }
    case 7: throw nullptr;
    case 8: throw 8.5;
    default: throw static_cast<unsigned char>(n);
  }
}

static int attempt(int n) {
  Guard outer("outer");
  try {
    Guard inner("inner");
    risky(n);
    std::puts("nothing");
  } catch (const Special &e) {
    std::printf("special %s %d %d\n", e.what(), e.code, e.extra);
    return 1;
  } catch (const Error &e) {
    std::printf("error %s %d\n", e.what(), e.code);
    return 2;
  } catch (int n) {
    std::printf("int %d\n", n);
  } catch (const char *text) {
    std::printf("text %s\n", text ? text : "null");
  } catch (Plain p) {
    std::printf("plain %d %d\n", p.a, p.b);
  } catch (Error *e) {
    std::printf("pointer %s\n", e ? e->what() : "null");
  } catch (...) {
    std::puts("something");
  }
  return 0;
}

static void again(int n) {
  try {
    risky(n);
  } catch (Error &e) {
    e.code += 100;
    std::puts("again");
    throw;
  }
}

static void nested() {
  try {
    try {
      throw Error(50);
    } catch (Error &e) {
      std::printf("first %d\n", e.code);
      try {
        throw Error(51);
      } catch (Error &f) {
        std::printf("second %d then %d\n", f.code, e.code);
      }
      throw Special(52);
    }
  } catch (Error &e) {
    std::printf("third %s %d\n", e.what(), e.code);
  }
}

struct Catches {
  ~Catches() {
    try {
      throw 1;
    } catch (int) {
      std::puts("caught in a destructor");
    }
  }
};
struct Half {
  Guard first{"half first"};
  Half() : second("half second") { throw 77; }
  Guard second;
};
static int counter = 0;
struct Counted {
  int number;
  Counted() : number(counter++) {
    if (number == 3) throw number;
    std::printf("+%d\n", number);
  }
  ~Counted() { std::printf("-%d\n", number); }
};
static int initialised(bool fails) {
  static int value = fails ? throw 5 : 12;
  return value;
}
static int function_try(int n) try {
  risky(n);
  return 0;
} catch (Error &e) {
  return e.code;
}

int main() {
  for (int i = 0; i < 10; ++i) std::printf("= %d\n", attempt(i));
  try {
    again(1);
  } catch (const Error &e) {
    std::printf("outside %d\n", e.code);
  }
  nested();
  try {
    Catches catches;
    throw Error(60);
  } catch (Error e) {
    std::printf("by value %d\n", e.code);
  }
  try {
    Half half;
  } catch (int n) {
    std::printf("half %d\n", n);
  }
  try {
    Counted many[5];
  } catch (int n) {
    std::printf("array %d\n", n);
  }
  counter = 2;
  try {
    delete[] new Counted[4];
  } catch (int n) {
    std::printf("new array %d\n", n);
  }
  try {
    initialised(true);
  } catch (int n) {
    std::printf("static %d\n", n);
  }
  std::printf("static %d\n", initialised(false));
  std::printf("function %d\n", function_try(2));
  for (int i = 0; i < 3; ++i) {
    try {
      if (i == 1) continue;
      throw i;
    } catch (int n) {
      if (n == 2) break;
      std::printf("loop %d\n", n);
    }
  }
  return 0;
}
