// _Generic is the expression it selects.
const char *kind(double d) {
  return _Generic(d, int: "int", double: "double", default: "other");
}
