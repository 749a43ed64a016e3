static int table[4];

static int *find(int n) { return n < 4 ? &table[n] : 0; }

int main(void) {
  *find(3) = 1;
  return *find(4);  // report null-deref
}
