namespace std { void lock(int &); }
namespace own { void lock(int &); }
struct mutex {
  void lock(int how);
  virtual bool try_lock() const;
};
template <class T> T twice(T x) { return x + x; }

void calls(mutex &m, const mutex *p, int &n) {
  std::lock(n);
  own::lock(n);
  m.lock(n);
  p->try_lock();
  twice(n);
}
struct owner {
  mutex *held;
  ~owner() { delete held; }
};
