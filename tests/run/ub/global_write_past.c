static int table[4];

int main(void) {
  int i = 4;
  table[i] = 1;  // report buffer-overflow
  return 0;
}
