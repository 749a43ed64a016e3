// Templates as they are instantiated.
template <class T>
T larger(T a, T b) {
  return a > b ? a : b;
}
template <class T, int N>
struct Array {
  T items[N];
  T &at(int i) { return items[i]; }
};
int use(int x) {
  Array<int, 4> list{};
  list.at(1) = larger(x, 3);
  return list.at(1);
}
