// A call through a pointer dispatches; a qualified one does not.
struct Shape {
  virtual int area() const = 0;
  virtual ~Shape();
};
struct Square : Shape {
  int side;
  int area() const override { return side * side; }
};
int measure(const Shape *s, const Square &q) { return s->area() + q.Square::area(); }
void drop(Shape *s) { delete s; }
