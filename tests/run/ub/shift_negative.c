int main(void) {
  int n = -1;
  int x = 8 >> n;  // report bad-shift
  return x == 9;
}
