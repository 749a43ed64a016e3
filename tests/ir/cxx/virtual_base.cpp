// A virtual base is built and destroyed by the most derived class only, which each asks.
struct Base {
  Base(int);
  ~Base();
};
struct Left : virtual Base {
  Left() : Base(1) {}
  ~Left() {}
};
