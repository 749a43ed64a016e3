int main(void) {
  int x = -1;
  x <<= 2;  // report bad-shift
  return x != -4;
}
