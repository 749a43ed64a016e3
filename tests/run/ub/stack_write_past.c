int main(void) {
  char a[4];
  int i = 4;
  a[i] = 1;  // report buffer-overflow
  return 0;
}
