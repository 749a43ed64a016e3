// More elements than are copied one by one.
struct Element {
  Element(const Element &);
};
struct Many {
  Element elements[100];
};

Many *copied(const Many &many) { return new Many(many); }
