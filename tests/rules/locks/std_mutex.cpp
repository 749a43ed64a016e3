namespace std {
class mutex {
 public:
  void lock();
  void unlock();
  bool try_lock();
};
class shared_mutex : public mutex {
 public:
  void lock_shared();
  void unlock_shared();
};
template <class M>
class unique_lock {
 public:
  explicit unique_lock(M &m) : device_(&m), owns_(true) { m.lock(); }
  ~unique_lock() {
    if (owns_) device_->unlock();
  }
  void lock() {
    device_->lock();
    owns_ = true;
  }
  void unlock() {
    device_->unlock();
    owns_ = false;
  }
  void swap(unique_lock &other) {
    M *device = device_;
    device_ = other.device_;
    other.device_ = device;
  }
  bool owns_lock() const { return owns_; }
  explicit operator bool() const { return owns_; }
  M *release() {
    owns_ = false;
    return device_;
  }

 private:
  M *device_;
  bool owns_;
};
template <class M>
class shared_lock {
 public:
  explicit shared_lock(M &m) : device_(&m), owns_(true) { m.lock_shared(); }
  ~shared_lock() {
    if (owns_) device_->unlock_shared();
  }

 private:
  M *device_;
  bool owns_;
};
}  // namespace std

struct Account {
  std::mutex lock;
  int balance = 0;
};

int early_return_bad(Account &a, int n) {
  a.lock.lock();
  if (n < 0) return -1;  // report lock-misuse: "'a.lock' is still locked at the end of a path"
  a.balance += n;
  a.lock.unlock();
  return 0;
}

void twice_bad(Account &a) {
  a.lock.lock();
  a.lock.lock();  // report lock-misuse: "'a.lock' is locked while it is locked"
  a.lock.unlock();
}

void balanced_ok(Account &a) {
  a.lock.lock();
  ++a.balance;
  a.lock.unlock();
}

bool try_ok(Account &a) {
  if (!a.lock.try_lock()) return false;
  a.lock.unlock();
  return true;
}

bool try_kept_ok(Account &a) {
  bool got = a.lock.try_lock();
  if (got) a.lock.unlock();
  return got;
}

bool try_kept_bad(Account &a, int n) {
  bool got = a.lock.try_lock();
  if (!got) return false;
  if (n < 0) return true;  // report lock-misuse: "'a.lock' is still locked at the end of a path"
  a.lock.unlock();
  return true;
}

void unlocked_twice_bad(Account &a) {
  a.lock.lock();
  a.lock.unlock();
  a.lock.unlock();  // report lock-misuse: "'a.lock' is unlocked twice"
}

// As std::lock_guard.
class Guard {
 public:
  explicit Guard(std::mutex &lock) : lock_(lock) { lock_.lock(); }
  ~Guard() { lock_.unlock(); }

 private:
  std::mutex &lock_;
};

int guarded_ok(Account &a, int n) {
  Guard guard(a.lock);
  if (n < 0) return -1;
  a.balance += n;
  return 0;
}

int under_a_guard_bad(Account &a) {
  Guard guard(a.lock);
  a.lock.lock();  // report lock-misuse: "'a.lock' is locked while it is locked"
  return a.balance;
}

void shared_bad(std::shared_mutex &m, int &value, int n) {
  m.lock_shared();
  if (n == value) m.lock();  // report lock-misuse: "'m' is locked while it is locked"
  m.unlock_shared();
}

int held_by_a_lock_ok(Account &a, int n) {
  std::unique_lock<std::mutex> held(a.lock);
  if (n < 0) return -1;
  held.unlock();
  a.lock.lock();
  a.lock.unlock();
  held.lock();
  return a.balance += n;
}

int held_by_a_lock_bad(Account &a) {
  std::unique_lock<std::mutex> held(a.lock);
  a.lock.lock();  // report lock-misuse: "'a.lock' is locked while it is locked"
  return a.balance;
}

void given_back_twice_bad(Account &a) {
  std::unique_lock<std::mutex> held(a.lock);
  held.unlock();
  held.unlock();  // report lock-misuse: "'a.lock' is unlocked twice"
}

static int balance_of(Account &a) {
  std::unique_lock<std::mutex> held(a.lock);  // report lock-misuse: "'a.lock' is locked while it is locked"
  return a.balance;
}

int by_a_callee_bad(Account &a) {
  std::unique_lock<std::mutex> held(a.lock);
  return balance_of(a);
}

int one_after_the_other_ok(Account &a) {
  int sum = balance_of(a);
  std::unique_lock<std::mutex> held(a.lock);
  return sum + a.balance;
}

int shared_by_an_object_ok(std::shared_mutex &m, int *p) {
  std::shared_lock<std::shared_mutex> held(m);
  return *p;
}

void swapped_ok(Account &a, Account &b) {
  std::unique_lock<std::mutex> first(a.lock);
  std::unique_lock<std::mutex> second(b.lock);
  first.swap(second);
  first.release();
}

// Who unlocks it first did not lock it, and leaves it as it was where it is locked again.
void without_the_lock_ok(Account &a) {
  a.lock.unlock();
  ++a.balance;
  a.lock.lock();
}

void without_the_lock_bad(Account &a) {
  a.lock.unlock();
  ++a.balance;
  a.lock.lock();
  a.lock.lock();  // report lock-misuse: "'a.lock' is locked while it is locked"
}

void without_the_lock_twice_bad(Account &a) {
  a.lock.unlock();
  a.lock.lock();
  a.lock.unlock();
  a.lock.unlock();  // report lock-misuse: "'a.lock' is unlocked twice"
}

// Functions of one's own that try, and tell by their answer.
struct Counter {
  std::mutex lock;
  int count;
  bool enter() { return lock.try_lock(); }
};
static bool try_enter(std::mutex &lock) { return lock.try_lock(); }

void try_by_a_member_bad(Counter &c, int n) {
  if (!c.enter()) return;
  if (n) return;  // report lock-misuse: "'c.lock' is still locked at the end of a path"
  c.lock.unlock();
}

void try_by_a_member_ok(Counter &c, int n) {
  if (!c.enter()) return;
  c.count = n;
  c.lock.unlock();
}

void try_by_a_function_bad(Counter &c, int n) {
  if (!try_enter(c.lock)) return;
  if (n) return;  // report lock-misuse: "'c.lock' is still locked at the end of a path"
  c.lock.unlock();
}

void try_by_a_function_ok(Counter &c, int n) {
  if (!try_enter(c.lock)) return;
  c.count = n;
  c.lock.unlock();
}

// A std::unique_lock is asked whether it has the mutex.
void given_back_if_owned_ok(Account &a, int n) {
  std::unique_lock<std::mutex> held(a.lock);
  if (n) held.unlock();
  if (held.owns_lock()) held.unlock();
}

void given_back_if_true_ok(Account &a, int n) {
  std::unique_lock<std::mutex> held(a.lock);
  if (n) held.unlock();
  if (held) held.unlock();
}

void taken_again_unless_owned_ok(Account &a, int n) {
  std::unique_lock<std::mutex> held(a.lock);
  if (n) held.unlock();
  if (!held) held.lock();
}

void given_back_unless_owned_bad(Account &a, int n) {
  std::unique_lock<std::mutex> held(a.lock);
  if (n) held.unlock();
  if (!held.owns_lock()) held.unlock();  // report lock-misuse: "'a.lock' is unlocked twice"
}

// A guard that somebody makes with `new` is known by the pointer that gets it.
struct OwnGuard {
  explicit OwnGuard(std::mutex &lock) : lock_(lock) { lock_.lock(); }
  ~OwnGuard() { lock_.unlock(); }
  std::mutex &lock_;
};

void guard_by_new_ok(Account &a, int n) {
  OwnGuard *guard = new OwnGuard(a.lock);
  a.balance = n;
  delete guard;
}

void guard_by_new_bad(Account &a, int n) {
  OwnGuard *guard = new OwnGuard(a.lock);
  if (n) return;  // report lock-misuse: "'guard->lock_' is still locked at the end of a path"
  delete guard;
}

OwnGuard *guard_for_the_caller(Account &a) { return new OwnGuard(a.lock); }

void guard_by_a_callee_ok(Account &a, int n) {
  OwnGuard *guard = guard_for_the_caller(a);
  a.balance = n;
  delete guard;
}

// Whoever is handed it at once ends it some day.
struct Holder {
  explicit Holder(OwnGuard *guard) : guard_(guard) {}
  ~Holder() { delete guard_; }
  OwnGuard *guard_;
};

void guard_kept_by_a_holder_ok(Account &a, int n) {
  Holder holder(new OwnGuard(a.lock));
  a.balance = n;
}
