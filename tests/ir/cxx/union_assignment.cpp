// All of a union is assigned, whichever member it holds.
union Value {
  int whole;
  double real;
};
struct Cell {
  Cell &operator=(const Cell &);
};
struct Row {
  Value value;
  Cell cell;
};
void copy(Value &to, const Value &from) { to = from; }
void copy_row(Row &to, const Row &from) { to = from; }
