// What initialisers throw reaches the handlers of a constructor's function-try-block, when what was
// built is gone already; the object is no object, so the exception goes on.
#include <cstdio>

struct Part {
  int number;
  explicit Part(int n) : number(n) {
    std::printf("part %d\n", n);
    if (n == 3) throw n;
  }
  ~Part() { std::printf("no part %d\n", number); }
};

struct Whole {
  Part first, second;
  explicit Whole(int n) try : first(n), second(n + 1) {
    std::printf("whole\n");
    if (n == 5) throw 'c';
  } catch (int code) {
    std::printf("caught %d\n", code);
  } catch (...) {
    std::printf("caught another\n");
    throw 7;
  }
};

struct Ends {
  Part part{9};
  ~Ends() noexcept(false) try {
    throw 1;
  } catch (int code) {
    std::printf("ends %d\n", code);
  }
};

union Value {
  int whole;
  char letters[8];
};
struct Holder {
  Value value;
  Part part{20};
  Holder &operator=(const Holder &) = default;
};

struct Counted {
  int size;
  Counted(int n = 4, int more = 2) : size(n * more) {}
};

struct Root {
  int id;
  explicit Root(int n) : id(n) { std::printf("root %d\n", n); }
  ~Root() { std::printf("no root %d\n", id); }
};
struct Left : virtual Root {
  Left() : Root(1) {}
};
struct Right : virtual Root {
  Right() : Root(2) {}
};
struct Both : Left, Right {
  Both() : Root(3) {}
};

struct Fields {
  int a, b, c;
};

void tell(int n) {
  try {
    Whole whole(n);
    std::printf("built\n");
  } catch (int code) {
    std::printf("outside %d\n", code);
  }
}

int main() {
  tell(0);
  tell(2);
  tell(5);
  try {
    Ends ends;
  } catch (int code) {
    std::printf("after %d\n", code);
  }
  {
    Holder from, to;
    from.value.whole = 42;
    to.value.whole = 1;
    to = from;
    Value copy;
    copy = to.value;
    std::printf("%d %d\n", to.value.whole, copy.whole);
  }
  Counted *counted = new Counted[3];
  std::printf("%d %d\n", counted[0].size, counted[2].size);
  delete[] counted;
  {
    Both both;
    Left left;
    std::printf("%d %d\n", both.id, left.id);
  }
  int Fields::*member = &Fields::b;
  Fields fields{1, 2, 3};
  std::printf("%d\n", fields.*member);
  member = &Fields::c;
  std::printf("%d\n", fields.*member);
}
