int main(void) {
  int n = 32;
  unsigned x = 1u << n;  // report bad-shift
  return x == 9;
}
