// rule: references.metal
struct door { int number; };
struct house { door front; door *back; };
void open_it(door &d);
void close_it(door &d);
door &pick(int n);
door make(int n);
struct street {
  door *begin();
  door *end();
};

void local_bad(void) {
  door d = make(1);
  open_it(d);
}  // report left-open: "d is left open"
void closed_ok(void) {
  door d = make(1);
  open_it(d);
  close_it(d);
}
// What somebody else owns goes on when the reference to it ends.
void picked_ok(int n) {
  door &d = pick(n);
  open_it(d);
}
void each_ok(street &s) {
  for (door &d : s) open_it(d);
}
void behind_a_pointer_ok(house *h, int n) {
  if (n) {
    door &d = *h->back;
    open_it(d);
  }
  close_it(*h->back);
}
void parameter_ok(door &d) { open_it(d); }
static void opens(int n) {
  door &d = pick(n);
  open_it(d);
}
void in_a_callee_ok(int n) { opens(n); }
// A part of it is like one of what a pointer leads to: told where a root's path ends.
void part_bad(int n) {
  house &h = *new house[n];
  open_it(h.front);
}  // report left-open: "h.front is left open"
void part_of_parameter_bad(house &h) {
  open_it(h.front);
}  // report left-open: "h.front is left open"
// A reference to what ends here does not save it.
void of_a_local_bad(void) {
  house h = {make(1), 0};
  door &d = h.front;
  open_it(d);
}  // report left-open: "h.front is left open"
// What a reference keeps alive ends with it.
void kept_alive_bad(void) {
  const door &d = make(1);
  open_it(const_cast<door &>(d));
}  // report left-open

// A guard that another object is told of, whose constructor has no word for what it keeps.
struct keeper {
  explicit keeper(door *d) : kept(d) { open_it(*kept); }
  ~keeper() { close_it(*kept); }
  door *kept;
};
struct worker {
  explicit worker(keeper *k) : boss(k) {}
  keeper *boss;
};
struct thief {
  explicit thief(keeper *k) { k->kept = 0; }
};
void told_of_ok(house &h) {
  keeper k(&h.front);
  worker w(&k);
}
void taken_away_bad(house &h) {
  keeper k(&h.front);
  thief t(&k);
}  // report left-open: "h.front is left open"
