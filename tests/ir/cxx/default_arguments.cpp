// Default arguments and default member initialisers are evaluated at each use.
int next();
int add(int a, int b = next()) { return a + b; }
struct Options {
  int level = next();
  int size = level * 2;
};
int use() {
  Options o{3};
  return add(1) + o.size;
}
