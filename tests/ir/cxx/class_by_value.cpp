// A class with a destructor passed by value is built, and destroyed, by the caller.
struct Handle {
  Handle(int);
  Handle(const Handle &);
  ~Handle();
  int id;
};
int take(Handle h) { return h.id; }
Handle give(int n) { return Handle(n); }
int both(Handle &h) { return take(h) + take(give(3)); }
