// Variables of a condition live until the end of the statement.
struct Lock {
  Lock();
  ~Lock();
  explicit operator bool() const;
};
int state();
int act() {
  if (Lock lock; int s = state()) return s;
  while (int s = state()) {
    if (s == 3) break;
  }
  if constexpr (sizeof(int) == 4) return 4;
  return 0;
}
