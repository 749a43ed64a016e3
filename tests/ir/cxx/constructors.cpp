// Bases first, then members in the order of their declaration, then the body.
struct Base {
  Base(int);
  ~Base();
};
struct Part {
  Part();
  ~Part();
};
struct Whole : Base {
  Part part;
  int number;
  Whole() : Base(1), number(2) { number++; }
  ~Whole() { number = 0; }
};
