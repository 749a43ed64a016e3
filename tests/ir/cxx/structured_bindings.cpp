// Bindings name the parts of one hidden object.
struct Pair {
  int first;
  double second;
};
Pair make();
int use() {
  auto [a, b] = make();
  int list[2] = {1, 2};
  auto &[x, y] = list;
  y = a;
  return x + y + (int)b;
}
