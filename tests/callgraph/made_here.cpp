// An object that is made in the function is of the class that new names, whatever it is called by:
// as long as its variable is set once, and nobody else can set it.
struct Base {
  virtual ~Base() {}
  virtual void act() = 0;
  virtual void rest() const {}
};
struct Left : Base {
  void act() override {}
};
struct Right : Base {
  void act() override {}
  void rest() const override {}
};
struct FarRight : Right {};

void by_pointer() {
  Base *b = new Left;
  b->act();
  b->rest();
  delete b;
}
void by_reference() {
  Base &b = *new Right;
  b.act();
  b.rest();
}
void inherited() {
  Base *b = new FarRight;
  b->act();
}
void through_another() {
  Base *a = new Left;
  Base *b = a;
  b->act();
}
void of_a_temporary() {
  const Base &b = Left();
  b.rest();
  Right right;
  Base &r = right;
  r.rest();
}
void set_again(bool other) {
  Base *b = new Left;
  if (other) b = new Right;
  b->act();
}
void replace(Base **b);
void out_of_hand() {
  Base *b = new Left;
  replace(&b);
  b->act();
}
void from_outside(Base *b) { b->act(); }
