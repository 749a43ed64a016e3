// Arrays of objects: the elements' constructors and destructors take different ways.
namespace {

unsigned made, gone;

struct Cell {
  unsigned value;
  Cell() : value(++made) {
    if (made == 2) value += 10;
  }
  explicit Cell(unsigned n) : value(n) { ++made; }
  ~Cell() { gone = gone * 3 + (value > 5 ? 2 : 1); }
};

struct Switched {
  static unsigned limit;
  unsigned value;
  Switched() {
    if (limit & 1) {
      value = limit + made;
    } else {
      value = made;
      limit += 3;
    }
    ++made;
  }
  ~Switched() {
    if (value > limit) ++gone;
  }
};
unsigned Switched::limit;

struct Fragile {
  unsigned value;
  static unsigned bad;
  Fragile() : value(made++) {
    if (value == bad) throw value;
  }
  ~Fragile() { gone = gone * 3 + value + 1; }
};
unsigned Fragile::bad;

void begin() { made = gone = 0; }

}  // namespace

extern "C" {

unsigned local_array(unsigned n) {
  begin();
  {
    Cell cells[3];
    cells[n % 3].value = n & 7;
    made = cells[0].value + 2 * cells[1].value + 4 * cells[2].value;
  }
  return made * 100 + gone;
}
unsigned array_on_one_path(unsigned n, bool c) {
  begin();
  if (c) {
    Cell cells[2] = {Cell(n & 15), Cell()};
    made += cells[0].value;
  }
  return made * 100 + gone;
}
unsigned elements_branch(unsigned n) {
  begin();
  Switched::limit = n & 7;
  {
    Switched all[3];
    made += all[2].value * 10 + all[0].value;
  }
  return made * 10 + gone;
}
unsigned heap_array(unsigned n, bool c) {
  begin();
  Cell* cells = c ? new Cell[2] : new Cell[3];
  cells[1].value = n & 7;
  unsigned sum = cells[0].value + cells[1].value;
  delete[] cells;
  return sum * 100 + gone;
}
unsigned arrays_of_arrays(unsigned n) {
  begin();
  Cell cells[2][2];
  cells[1][0].value += n & 3;
  return cells[1][0].value + cells[1][1].value * 10 + made;
}
unsigned element_throws(unsigned n) {
  begin();
  Fragile::bad = n & 3;
  try {
    Fragile all[3];
    made += all[1].value + 50;
  } catch (unsigned value) {
    made += value * 100;
  }
  return made * 1000 + gone;
}
unsigned heap_element_throws(unsigned n) {
  begin();
  Fragile::bad = n & 3;
  unsigned result = 0;
  try {
    Fragile* all = new Fragile[3];
    result = all[2].value;
    delete[] all;
  } catch (unsigned value) {
    result = value + 10;
  }
  return result * 1000 + gone;
}

}  // extern "C"
