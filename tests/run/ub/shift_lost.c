int main(void) {
  int x = 0x40000001;
  int y = x << 1;  // report bad-shift
  return y == 2;
}
