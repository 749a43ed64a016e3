// Dispatch, bases at other addresses, virtual bases, casts between all of them.
#include <cstdio>

struct Shape {
  Shape() { std::printf("Shape %s\n", name()); }
  virtual ~Shape() { std::printf("~Shape %s\n", name()); }
  virtual const char *name() const { return "shape"; }
  virtual int area() const = 0;
  int twice() const { return 2 * area(); }
};
struct Named {
  int tag = 5;
  virtual int get() const { return tag; }
  virtual ~Named() { std::puts("~Named"); }
};
struct Square : Shape {
  int side;
  explicit Square(int side) : side(side) { std::printf("Square %s\n", name()); }
  ~Square() override { std::printf("~Square %s\n", name()); }
  const char *name() const override { return "square"; }
  int area() const override { return side * side; }
};
struct Label : Square, Named {
  int extra;
  Label(int side, int extra) : Square(side), extra(extra) { std::printf("Label %s\n", name()); }
  ~Label() override { std::printf("~Label %s\n", name()); }
  const char *name() const override { return "label"; }
  int get() const override { return tag + extra + side; }
};

struct Root {
  int root;
  explicit Root(int root) : root(root) { std::printf("Root %d\n", root); }
  virtual ~Root() { std::puts("~Root"); }
  virtual const char *who() { return "root"; }
};
struct Left : virtual Root {
  int left = 1;
  Left() : Root(10) { std::printf("Left %s\n", who()); }
  ~Left() override { std::puts("~Left"); }
  const char *who() override { return "left"; }
};
struct Right : virtual Root {
  int right = 2;
  Right() : Root(20) { std::printf("Right %s\n", who()); }
  ~Right() override { std::puts("~Right"); }
};
struct Both : Left, Right {
  int both = 3;
  Both() : Root(30) { std::printf("Both %s\n", who()); }
  ~Both() override { std::puts("~Both"); }
};
struct Last : Both {
  Last() : Root(40) {}
  const char *who() override { return "last"; }
};
struct Twice {
  int value = 0;
  virtual int id() { return 0; }
};
struct One : Twice {
  int id() override { return 1; }
};
struct Two : Twice {};
struct OneTwo : One, Two {};

static void root_of(Root *root) { std::printf("%s %d\n", root->who(), root->root); }

int main() {
  Shape *shape = new Label(4, 100);
  std::printf("%s %d %d\n", shape->name(), shape->area(), shape->twice());
  std::printf("%s\n", shape->Shape::name());
  auto *label = static_cast<Label *>(shape);
  Named *named = label;
  std::printf("%d %d\n", named->get(), named->tag);
  std::printf("%d\n", (int)((char *)named - (char *)label));
  std::printf("%d\n", static_cast<Label *>(named) == label);
  std::printf("%d\n", dynamic_cast<Label *>(named) == label);
  std::printf("%d\n", dynamic_cast<Square *>(named) == shape);
  std::printf("%d\n", dynamic_cast<void *>(named) == static_cast<void *>(label));
  std::printf("%d\n", dynamic_cast<Both *>(named) == nullptr);
  Named *none = nullptr;
  std::printf("%d\n", static_cast<Label *>(none) == nullptr);
  Label *no_label = nullptr;
  none = no_label;
  std::printf("%d\n", none == nullptr);
  delete named;

  Left left;
  root_of(&left);
  Both *both = new Both;
  root_of(both);
  Right *right = both;
  std::printf("%d %d\n", right->root, static_cast<Left *>(both)->root);
  Root *root = right;
  std::printf("%d\n", dynamic_cast<Left *>(root)->left);
  std::printf("%d\n", dynamic_cast<Both *>(right)->both);
  std::printf("%d\n", dynamic_cast<Last *>(right) == nullptr);
  std::printf("%d\n", (int)((char *)root - (char *)both));
  delete root;
  Last last;
  root_of(&last);
  Left &part = last;
  part.root = 41;
  std::printf("%d %d\n", last.root, (int)sizeof(Last));
  Both copy = last;
  std::printf("%s %d\n", copy.who(), copy.root);
  OneTwo pair;
  std::printf("%d %d\n", static_cast<One &>(pair).id(), static_cast<Two &>(pair).id());
  return 0;
}
