// new and delete in all their forms.
#include <cstdio>
#include <new>

struct Item {
  int id;
  static int alive;
  Item() : Item(0) {}
  explicit Item(int id) : id(id) { ++alive; }
  Item(const Item &o) : id(o.id) { ++alive; }
  ~Item() { --alive; }
};
int Item::alive = 0;
struct Own {
  static void *operator new(size_t size) {
    std::printf("own new %d\n", (int)size);
    return ::operator new(size);
  }
  static void operator delete(void *p) {
    std::puts("own delete");
    ::operator delete(p);
  }
  long a[3];
};
struct Big {
  char bytes[64];
};

int main() {
  int *one = new int(5), *zero = new int(), *many = new int[3]{1, 2};
  std::printf("%d %d %d %d %d\n", *one, *zero, many[0], many[1], many[2]);
  delete one;
  delete zero;
  delete[] many;
  Item *item = new Item(7);
  std::printf("%d %d\n", item->id, Item::alive);
  delete item;
  Item *items = new Item[5];
  std::printf("%d\n", Item::alive);
  delete[] items;
  std::printf("%d\n", Item::alive);
  Item *none = nullptr;
  delete none;
  delete[] none;
  alignas(Item) char room[sizeof(Item)];
  Item *placed = new (room) Item(3);
  std::printf("%d %d\n", placed->id, (void *)placed == (void *)room);
  placed->~Item();
  Item *maybe = new (std::nothrow) Item(4);
  std::printf("%d\n", maybe ? maybe->id : -1);
  delete maybe;
  Own *own = new Own;
  delete own;
  volatile size_t huge = size_t(1) << 50;
  try {
    char *p = new char[huge];
    std::printf("%p\n", (void *)p);
  } catch (const std::bad_alloc &e) {
    std::printf("%s\n", e.what());
  }
  std::printf("%d\n", new (std::nothrow) char[huge] == nullptr);
  Big *big = new Big{"text"};
  std::printf("%s %d\n", big->bytes, big->bytes[63]);
  delete big;
  std::printf("%d\n", Item::alive);
  return 0;
}
