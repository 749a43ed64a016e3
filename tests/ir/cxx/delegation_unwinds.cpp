// Once the other constructor has returned, a throw from the delegating one's body destroys the object.
struct Part {
  ~Part();
};
void risky();
struct Whole {
  Part part;
  Whole(int) {}
  Whole() : Whole(1) { risky(); }
};
