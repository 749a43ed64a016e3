int a[2][3];

int main(void) {
  int i = 3;
  a[0][i] = 1;  // report buffer-overflow
  return a[1][0] == 1 ? 0 : 1;
}
