// Places are where a macro is used; points know whether they come from its body or an argument.
#define SQUARE(x) ((x) * (x))
#define CHECK(p) \
  do {           \
    if (!(p)) return -1; \
  } while (0)
int area(int *side) {
  CHECK(side);
  return SQUARE(*side);
}
