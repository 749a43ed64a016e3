// Static locals live as globals, one for each scope that declares them.
int counter(int reset) {
  static int n = 3;
  if (reset) {
    static int n;
    return ++n;
  }
  return ++n;
}
