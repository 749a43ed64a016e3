// Bytes become zero before the life of an object begins that `T()` asks for.
struct Shape {
  int sides;
  virtual ~Shape();
};
void use(const Shape &);

void temporary() { use(Shape()); }
