// rule: memory/use_after_free.metal
#include <atomic>

struct Plain {
  int count = 1;
  int value = 0;
  void ref() { ++count; }
  void unref() {
    if (--count == 0) delete this;
  }
};
int plain_ok(Plain *p) {
  p->ref();
  p->unref();
  return p->value;
}
int made_here_ok() {
  Plain *p = new Plain;
  p->ref();
  p->unref();
  int value = p->value;
  p->unref();
  return value;
}

struct Atomic {
  std::atomic<int> count{1};
  int value = 0;
  void ref() { count.fetch_add(1); }
  void unref() {
    if (count.fetch_sub(1) == 1) delete this;
  }
  void unref_by_operator() {
    if (--count == 0) delete this;
  }
};
int atomic_ok(Atomic *a, Atomic *b) {
  a->unref();
  b->unref_by_operator();
  return a->value + b->value;
}

template <class T>
struct Pointer {
  T *object;
  explicit Pointer(T *other) : object(other) {}
  Pointer(const Pointer &other) : object(other.object) { object->ref(); }
  ~Pointer() { object->unref(); }
};
int held_twice_ok() {
  Pointer<Atomic> a(new Atomic);
  { Pointer<Atomic> b = a; }
  return a.object->value;
}

void put(Plain &p) {
  if (--p.count == 0) delete &p;
}
int by_reference_ok(Plain &p) {
  put(p);
  return p.value;
}

struct Flagged {
  bool owned = false;
  int value = 0;
  void drop() {
    if (owned) delete this;
  }
};
int flagged_bad(Flagged *f) {
  f->drop();
  return f->value;  // report use-after-free: "'f' is used after it was freed"
}
