int main(void) {
  int x = 1, y = 0;
  return x / y;  // report div-by-zero
}
