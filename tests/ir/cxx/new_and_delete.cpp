// All forms of new and delete.
using size_t = decltype(sizeof 0);
namespace std {
struct nothrow_t {};
extern const nothrow_t nothrow;
}
void *operator new(size_t, const std::nothrow_t &) noexcept;
void *operator new(size_t, void *place) noexcept;
struct Item {
  Item(int = 0);
  ~Item();
};
void forms(void *place, int n) {
  Item *one = new Item(5);
  delete one;
  Item *many = new Item[n];
  delete[] many;
  int *plain = new int[3]{1, 2};
  delete[] plain;
  Item *maybe = new (std::nothrow) Item;
  delete maybe;
  Item *placed = new (place) Item(2);
  placed->~Item();
}
