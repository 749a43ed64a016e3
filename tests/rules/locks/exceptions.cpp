// rule: locks/std_mutex.metal
// What is thrown goes to the first handler that takes it, and leaves callers that have none.
#include <mutex>
#include <stdexcept>

static std::mutex m;
static int n;
struct Base {
  virtual ~Base() = default;
};
struct Derived : Base {};
struct Hidden : private Base {};

void caught_here_ok(int c) {
  m.lock();
  try {
    if (c) throw 1;
  } catch (int) {
    n--;
  }
  m.unlock();
}
void caught_by_base_ok(int c) {
  m.lock();
  try {
    if (c) throw Derived();
  } catch (const Base &) {
    n--;
  }
  m.unlock();
}
void another_type_bad(int c) {
  m.lock();
  try {
    if (c) throw 1;
  } catch (long) {
    n--;
  }
  m.unlock();
}  // report lock-misuse: "'m' is still locked at the end of a path"
void private_base_bad(int c) {
  m.lock();
  try {
    if (c) throw Hidden();
  } catch (const Base &) {
    n--;
  }
  m.unlock();
}  // report lock-misuse: "'m' is still locked at the end of a path"
void outer_handler_ok(int c) {
  m.lock();
  try {
    try {
      if (c) throw 1;
    } catch (const Base &) {
      n--;
    }
  } catch (int) {
    n++;
  }
  m.unlock();
}

// Nothing is locked below: what it throws leaves all the same.
static void check(int c) {
  if (c) throw std::runtime_error("c");
}
static void check_below(int c) { check(c); }
static int catches_all(int c) {
  try {
    check(c);
  } catch (const std::exception &) {
    return 1;
  }
  return 0;
}
void thrown_below_bad(int c) {
  m.lock();
  check_below(c);  // report lock-misuse: "'m' is still locked at the end of a path"
  m.unlock();
}
void caught_below_ok(int c) {
  m.lock();
  n += catches_all(c);
  m.unlock();
}
void thrown_below_and_caught_ok(int c) {
  m.lock();
  try {
    check_below(c);
  } catch (const std::exception &) {
    n--;
  }
  m.unlock();
}
void thrown_again_ok(int c) {
  m.lock();
  try {
    check(c);
  } catch (const std::runtime_error &) {
    m.unlock();
    throw;
  }
  m.unlock();
}
void thrown_again_bad(int c) {
  m.lock();
  try {
    check(c);
  } catch (const std::runtime_error &) {
    throw;
  }
  m.unlock();
}  // report lock-misuse: "'m' is still locked at the end of a path"

// Of a function without a body it is taken that it throws what there is a handler for.
int parse(const char *text);
int unknown_callee_ok(const char *text) {
  m.lock();
  int r = 0;
  try {
    r = parse(text);
  } catch (const std::invalid_argument &) {
    r = -1;
  }
  m.unlock();
  return r;
}
