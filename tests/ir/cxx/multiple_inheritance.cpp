// Casts to a base move the pointer; virtual bases are built by the most derived class.
struct A {
  int a;
};
struct B {
  int b;
};
struct C : A, B {
  int c;
};
struct V : virtual A {
  int v;
};
int read(C *c, V *v) {
  B *b = c;
  return b->b + static_cast<C *>(b)->c + v->a;
}
