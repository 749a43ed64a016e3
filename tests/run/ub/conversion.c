int main(void) {
  double x = 1e20;
  int y = (int)x;  // report int-overflow
  return y == 0;
}
