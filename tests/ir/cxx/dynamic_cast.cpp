// dynamic_cast of a reference may throw, of a pointer not; typeid evaluates a polymorphic operand.
struct Base {
  virtual ~Base();
};
struct Derived : Base {
  int x;
};
int down(Base *p, Base &r) {
  if (auto *d = dynamic_cast<Derived *>(p)) return d->x;
  return dynamic_cast<Derived &>(r).x;
}
