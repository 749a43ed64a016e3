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
  if (n < 0) return -1;  // report lock-misuse: "`a.lock` is still locked at the end of a path"
  a.balance += n;
  a.lock.unlock();
  return 0;
}

void twice_bad(Account &a) {
  a.lock.lock();
  a.lock.lock();  // report lock-misuse: "`a.lock` is locked while it is locked"
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
