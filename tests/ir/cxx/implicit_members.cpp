// Implicit constructors, assignments and destructors have bodies when they are used.
struct Item {
  Item();
  Item(const Item &);
  Item &operator=(const Item &);
  ~Item();
};
struct Box {
  Item item;
  int count = 4;
};
void copy(Box &to) {
  Box from;
  Box second(from);
  to = second;
}
