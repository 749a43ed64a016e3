// Objects that are built, used and destroyed on some paths only.
namespace {

struct Log {
  unsigned text = 1;
  void add(unsigned what) { text = text * 7 + what; }
};

struct Part {
  Log& log;
  unsigned size;
  Part(Log& to, unsigned n) : log(to), size(n > 3 ? n & 7 : n) { log.add(size & 7); }
  Part(Log& to, int n, bool twice) : Part(to, static_cast<unsigned>(n) & 15) {
    if (twice) size *= 2;
  }
  Part(const Part& other) : log(other.log), size(other.size + 1) { log.add(2); }
  ~Part() { log.add(size > 4 ? 5 : 6); }
};

struct Shape {
  unsigned id;
  explicit Shape(unsigned n) : id(n) { id += kind(); }
  virtual ~Shape() { id = 0; }
  virtual unsigned kind() const { return 1; }
  virtual unsigned area() const = 0;
};
struct Square : Shape {
  unsigned side;
  explicit Square(unsigned n) : Shape(n & 3), side(n & 15) { id += kind(); }
  unsigned kind() const override { return 10; }
  unsigned area() const override { return side * side; }
};
struct Strip : Square {
  unsigned length = 3;
  Strip(unsigned n, bool grows) : Square(n) {
    if (grows) length += n & 7;
  }
  unsigned kind() const override { return 100; }
  unsigned area() const override { return length > 5 ? side * length : side; }
};
struct Other {
  virtual unsigned tag() const { return 4; }
  virtual ~Other() = default;
};
struct Both : Square, Other {
  explicit Both(unsigned n) : Square(n + 1) {}
  unsigned tag() const override { return side + 20; }
};
struct Maker {
  virtual Other* make(Both& from) { return &from; }
  virtual ~Maker() = default;
};
struct ExactMaker : Maker {
  Both* make(Both& from) override { return &from; }
};

}  // namespace

extern "C" {

unsigned built_on_one_path(unsigned n, bool c) {
  Log log;
  if (c) {
    Part part(log, n);
    log.add(part.size);
  } else {
    log.add(n & 1);
  }
  return log.text;
}
unsigned two_constructors(int n, bool c) {
  Log log;
  unsigned sum = 0;
  if (c) {
    Part part(log, n, n > 4);
    sum = part.size;
  } else {
    Part part(log, static_cast<unsigned>(n) & 31);
    sum = part.size + 1;
  }
  return log.text + sum;
}
unsigned copies(unsigned n, bool c) {
  Log log;
  Part first(log, n), second(c ? first : Part(log, 3));
  return second.size * 1000 + log.text;
}
unsigned called_in_constructors(unsigned n, bool c) {
  Strip strip(n, c);
  return strip.id * 100 + strip.area();
}
unsigned chosen_object(unsigned n, bool c) {
  Square square(n);
  Strip strip(n, n > 8);
  Shape* shape = c ? static_cast<Shape*>(&square) : &strip;
  return shape->area() + shape->kind();
}
unsigned chosen_class_on_the_heap(unsigned n, int which) {
  Shape* shape = nullptr;
  switch (which & 3) {
    case 0:
      shape = new Square(n);
      break;
    case 1:
      shape = new Strip(n, n > 3);
      break;
    default:
      shape = new Both(n);
      break;
  }
  unsigned result = shape->area() * 8 + shape->kind();
  delete shape;
  return result;
}
unsigned second_base(unsigned n, bool c) {
  Both both(n);
  Other plain;
  Other* other = c ? static_cast<Other*>(&both) : &plain;
  Both* back = dynamic_cast<Both*>(other);
  return other->tag() + (back ? back->area() : 7);
}
unsigned covariant(unsigned n, bool c) {
  Both both(n);
  Maker plain;
  ExactMaker exact;
  Maker* maker = c ? &plain : &exact;
  return maker->make(both)->tag();
}
unsigned method_pointers(unsigned n, bool c) {
  unsigned (Shape::*method)() const = c ? &Shape::area : &Shape::kind;
  Square square(n);
  return (square.*method)();
}
unsigned function_pointers(unsigned n, int which) {
  unsigned (*twice)(unsigned) = [](unsigned x) { return x * 2; };
  unsigned (*same)(unsigned) = [](unsigned x) { return x > 100 ? 100 : x; };
  unsigned (*chosen)(unsigned) = which > 3 ? twice : which < -3 ? same : nullptr;
  return chosen ? chosen(n) : 1;
}

}  // extern "C"
