// Exceptions: what is alive is destroyed on the way out, handlers go on with what is left.
#include <mutex>

struct Error {
  int code;
};

struct Worse : Error {};

static void refuse(int x) {
  if (x > 3) throw Error{x};
}

static void refuse_worse(int x) {
  if (x > 3) throw Worse{{x}};
}

static void refuse_number(int x) {
  if (x > 3) throw x;
}

void throws_itself_bad(int x) {
  int *p = new int(1);
  if (x > 3) throw Error{x};  // report leak: "leaking memory 'p'"
  delete p;
}

void callee_throws_bad(int x) {
  int *p = new int(1);
  refuse(x);  // report leak: "leaking memory 'p'"
  delete p;
}

void callee_throws_caught_bad(int x) {
  try {
    int *p = new int(1);
    refuse(x);
    delete p;
  } catch (const Error &) {
  }
}  // report leak: "leaking memory 'p'"

void base_is_caught_bad(int x) {
  int *p = nullptr;
  try {
    refuse_worse(x);
    p = new int(1);
  } catch (const Error &) {
  }
  *p = 1;  // report null-deref: "dereferencing NULL pointer 'p'"
  delete p;
}

int number_is_caught_bad(int x) {
  int *p = nullptr, v = 1;
  try {
    refuse_number(x);
    p = &v;
  } catch (int) {
  }
  return *p;  // report null-deref: "dereferencing NULL pointer 'p'"
}

int another_type_is_caught_ok(int x) {
  int *p = nullptr, v = 1;
  try {
    refuse(x);
    p = &v;
  } catch (int) {
  }
  return *p;
}

void freed_in_handler_ok(int x) {
  int *p = new int(1);
  try {
    refuse(x);
  } catch (...) {
    delete p;
    throw;
  }
  delete p;
}

void freed_twice_bad(int x) {
  int *p = new int(1);
  try {
    delete p;
    refuse(x);
  } catch (...) {
    delete p;  // report double-free: "freeing 'p', which is freed already"
  }
}

struct Owner {
  int *held;
  explicit Owner(int *p) : held(p) {}
  ~Owner() { delete held; }
};

void owned_ok(int x) {
  Owner owner(new int(1));
  refuse(x);
}

static std::mutex lock;

void guarded_ok(int x) {
  std::lock_guard<std::mutex> guard(lock);
  refuse(x);
}

static int *kept;

static void keep_and_refuse(int *p, int x) {
  kept = p;
  refuse(x);
}

void kept_by_callee_ok(int x) { keep_and_refuse(new int(1), x); }

static void drop_and_refuse(int *p, int x) {
  delete p;
  refuse(x);
}

void dropped_by_callee_ok(int x) { drop_and_refuse(new int(1), x); }

void thrown_pointer_ok(int x) {
  int *p = new int(x);
  throw p;
}

// Whether the callee throws depends on memory that nobody here knows: no evidence.
static void refuse_by_memory(const Error *e) {
  if (e->code > 3) throw Error{1};
}

void callee_may_throw_ok(const Error *e) {
  int *p = new int(1);
  refuse_by_memory(e);
  delete p;
}

static std::mutex access_to_all;
void left_locked_bad(int x) {
  access_to_all.lock();
  refuse(x);  // report lock-misuse: "an exception leaves a lock locked"
  access_to_all.unlock();
}
void guarded_throw_ok(int x) {
  std::lock_guard<std::mutex> guard(access_to_all);
  refuse(x);
}
void left_after_unlocking_ok(int x) {
  access_to_all.lock();
  access_to_all.unlock();
  refuse(x);
}
