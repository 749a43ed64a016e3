// Lambdas, deletion through a base, overriders that meet in a diamond.
struct Base {
  virtual ~Base();
  virtual int id() { return 0; }
};
Base::~Base() {}
struct Left : virtual Base {
  int id() override { return 1; }
};
struct Right : virtual Base {};
struct Both : Left, Right {
  ~Both() override {}
};
static int by_right(Right *r) { return r->id(); }
static void drop(Base *b) { delete b; }
int main() {
  int n = 1;
  auto local = [n](int x) { return x + n; };
  Both *both = new Both;
  n += local(2) + by_right(both);
  drop(both);
  return n;
}
