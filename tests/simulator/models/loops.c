/* Loops whose end is known, and others. */
int known_end(void) {
  int sum = 0;
  for (int i = 0; i < 10; ++i) sum += i;
  return sum;
}

int unknown_end(int n) {
  int i = 0;
  while (i < n) ++i;
  return i;
}

void fill(char *to, int n) {
  for (int i = 0; i < n; ++i) to[i] = 0;
}
