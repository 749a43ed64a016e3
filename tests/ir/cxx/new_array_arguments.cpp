// The constructor's default arguments follow the number of elements.
struct Slot {
  Slot(int size = 5, bool open = true);
};
Slot *make(int count) { return new Slot[count]; }
