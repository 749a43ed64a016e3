// A static local with a dynamic initialiser is built the first time.
int compute();
int cached() {
  static int value = compute();
  static const int fixed = 3;
  return value + fixed;
}
