// When the second member's constructor throws, the first is destroyed; memory from new is freed.
struct Part {
  Part(int);
  ~Part();
};
struct Pair {
  Part a, b;
  Pair() : a(1), b(2) {}
};
Pair *make() { return new Pair; }
