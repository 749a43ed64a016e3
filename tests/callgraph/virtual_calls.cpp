// Virtual calls go to the method and to what overrides it, as far as the object's class allows.
struct Shape {
  virtual ~Shape() {}
  virtual int area() const = 0;
  virtual int sides() const { return 0; }
};
struct Square : Shape {
  int area() const override { return 4; }
  int sides() const override { return 4; }
};
struct Small : Square {
  int area() const override { return 1; }
};
struct Circle : Shape {
  int area() const override { return 3; }
};
static int any(const Shape &s) { return s.area() + s.sides(); }
static int square(const Square *s) { return s->area(); }
static int exact(const Small *s) { return s->Square::area(); }
int main() {
  Small small;
  Circle circle;
  return any(small) + any(circle) + square(&small) + exact(&small);
}
