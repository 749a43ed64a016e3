// A braced list for std::initializer_list is an array and a view of it.
namespace std {
template <class T>
class initializer_list {
  const T *begin_;
  decltype(sizeof 0) size_;

 public:
  const T *begin() const { return begin_; }
  decltype(sizeof 0) size() const { return size_; }
};
}
int sum(std::initializer_list<int> list) { return *list.begin(); }
int use(int x) { return sum({1, x, 3}); }
