namespace std {
class mutex {
 public:
  void lock();
  void unlock();
  bool try_lock();
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
