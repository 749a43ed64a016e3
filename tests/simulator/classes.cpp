// Objects of classes: what constructors keep and destructors do.
#include <cstdlib>
#include <memory>
#include <ostream>
#include <regex.h>
#include <vector>

enum Severity { kInfo, kWarning, kFatal };

// As logging libraries have it: the program ends when the message is complete.
class Log {
 public:
  explicit Log(Severity severity) : severity_(severity) {
    mark_ = severity == kInfo ? 'I' : severity == kWarning ? 'W' : 'F';
  }
  ~Log() {
    if (severity_ == kFatal) abort();
  }
  Log &operator<<(const char *) { return *this; }

 private:
  Severity severity_;
  char mark_;
};

int ends_by_its_log_ok(int *p) {
  if (!p) Log(kFatal) << "no pointer";
  return *p;
}

int only_warns_bad(int *p) {
  if (!p) Log(kWarning) << "no pointer";
  return *p;  // report null-deref: "dereferencing NULL pointer 'p'"
}

// The base is virtual: where it lies is read from the object, and nobody asked for null.
std::ios_base::fmtflags looks_at_virtual_base_ok(std::ostream *os) { return os->flags(); }

class Pattern {
 public:
  void set(const char *text) { is_valid_ = regcomp(&regex_, text, REG_EXTENDED) == 0; }

 private:
  regex_t regex_;
  bool is_valid_;
};

void kept_in_a_member_ok(Pattern *pattern) { pattern->set("a*"); }

static unsigned long first_or_none(const std::vector<unsigned long> &values) {
  for (unsigned long i = 0; i < values.size(); ++i) return values[i];
  return 0;
}

unsigned long empty_container_ok(unsigned long n) {
  std::vector<unsigned long> values;
  for (unsigned long i = 0; i < n; ++i) values.push_back(i);
  return first_or_none(values);
}

// Who takes a block back from its owner owns it.  What a constructor hands to another one to keep counts
// as kept elsewhere.
void released_bad() {
  std::unique_ptr<int> p(new int(1));
  int *q = p.release();
  *q = 2;
}  // report leak: "leaking memory"
void released_ok() {
  std::unique_ptr<int> p(new int(1));
  delete p.release();
}
struct Holder {
  explicit Holder(int *p) { keep(p); }
  void keep(int *p) { kept_ = p; }
  ~Holder() { delete kept_; }
  int *kept_;
};
void handed_on_ok() { Holder holder(new int(1)); }

// No method runs for an object that is not there, whatever it compares.
class Compared {
  int field;

 public:
  void set_ok() {
    int *p = &field;
    if (p) return;
    field = 2;
  }
};

struct Partly {
  int x, y;
};
// A record is copied as in C: what was never set is copied as it is.
void copy_ok(Partly &to) {
  Partly made;
  made.x = 3;
  to = made;
}
int copied_unset_bad() {
  Partly made, other;
  made.x = 3;
  other = made;
  return other.y;  // report uninit: "using uninitialized memory 'other.y'"
}
// Whether a text is in the object itself is known by where its pointer leads: its capacity lies in
// the same bytes, and need not be set.
class Text {
 public:
  Text() : begin_(own_), length_(0) { own_[0] = 0; }
  explicit Text(int length) : begin_(new char[length]), length_(length), capacity_(length) {}
  ~Text() {
    if (!is_own()) give_back(begin_, capacity_);
  }
  bool is_own() const { return begin_ == own_; }
  int length() const { return length_; }
  void give_back() { give_back(begin_, capacity_); }

 private:
  static void give_back(char *text, unsigned long) { delete[] text; }
  char *begin_;
  int length_;
  union {
    char own_[16];
    unsigned long capacity_;
  };
};
struct Named {
  Text text;
  int number;
  Named();
  explicit Named(int length);
  ~Named();
};
Named::Named() : number(0) {}
Named::Named(int length) : text(length), number(0) {}
Named::~Named() {}
static void end(Named *named) { delete named; }
int text_of_its_own_ok() {
  Named *made = new Named;
  int number = made->number + made->text.length();
  end(made);
  return number;
}
int text_on_the_heap_ok() {
  Named made(40);
  return made.number;
}
int given_back_twice_bad() {
  Named made(40);  // report double-free
  made.text.give_back();
  return made.number;
}

// A member is built where it is, by the call that returns it.
struct Part {
  int number;
  explicit Part(int n) : number(n) {}
  ~Part() {}
};
static Part make_part(int n) { return Part(n); }
struct Assembled {
  int before;
  Part part, other;
  Assembled() : before(1), part(make_part(3)), other(make_part(0)) {}
  int sum() const { return before + part.number; }
  int ratio() const { return part.number / other.number; }
};
int assembled_ok() {
  Assembled all;
  return all.sum();
}
int assembled_bad() {
  Assembled all;
  return all.ratio();  // report div-by-zero
}

// One virtual base is ended once.
struct Base {
  int *number;
  Base() : number(new int(1)) {}
  ~Base() { delete number; }
};
struct Left : virtual Base {};
struct Right : virtual Base {};
struct Both : Left, Right {};
int shared_base_ok() {
  Both both;
  return *both.number;
}

// How many objects there are who made them knows.
struct Counted {
  long number;
  Counted() : number(1) {}
  ~Counted() { number = 0; }
};
static void end_all(Counted *all) { delete[] all; }
int ended_elsewhere_ok() {
  Counted *all = new Counted[4];
  long number = all[3].number;
  end_all(all);
  return number == 1;
}
int ended_elsewhere_and_used_bad() {
  Counted *all = new Counted[4];
  end_all(all);
  return all[0].number == 1;  // report use-after-free
}
