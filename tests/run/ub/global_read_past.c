static int table[4];

int main(void) {
  int i = 4;
  return table[i] != 0 ? 0 : 0;  // report buffer-overflow
}
