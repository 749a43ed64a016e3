// Locals are destroyed in reverse order on every way out.
struct Guard {
  Guard(int);
  ~Guard();
};
int work(int x) {
  Guard a(1);
  if (x) return 1;
  {
    Guard b(2);
    x = 3;
  }
  Guard c(3);
  return x;
}
