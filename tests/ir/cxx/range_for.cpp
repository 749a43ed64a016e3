// Range-for over an array and over a class with begin and end.
struct Range {
  int *begin() const;
  int *end() const;
};
int total(const Range &r) {
  int list[3] = {1, 2, 3};
  int sum = 0;
  for (int x : list) sum += x;
  for (int &x : r) {
    if (x == 0) continue;
    sum += x;
  }
  return sum;
}
