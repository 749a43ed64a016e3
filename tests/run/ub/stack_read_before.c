int main(void) {
  int a[4] = {0};
  int i = -1;
  return a[i] > 5 ? 0 : 0;  // report buffer-overflow
}
