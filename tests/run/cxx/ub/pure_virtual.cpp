// A constructor's virtual calls stay in its class, where the method may be pure.
struct Base {
  Base() { start(); }
  void start() { run(); }  // report pure-virtual
  virtual void run() = 0;
};
struct Derived : Base {
  void run() override {}
};
int main() {
  Derived derived;
  return 0;
}
