struct pair {
  int first[4];
  int second;
};

int main(void) {
  struct pair p = {{1, 2, 3, 4}, 5};
  int i = 4;
  return p.first[i] == 5 ? 0 : 1;  // report buffer-overflow
}
