// Pointers to members, of data and of functions.
struct Counter {
  int value;
  int get() const { return value; }
};
int read(Counter *c, int Counter::*field, int (Counter::*method)() const) {
  return c->*field + (c->*method)();
}
int use(Counter *c) { return read(c, &Counter::value, &Counter::get); }
