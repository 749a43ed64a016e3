// The three loops of C.
int count(int n) {
  int steps = 0;
  while (n > 1) {
    n /= 2;
    if (n == 3) continue;
    steps++;
  }
  do steps--;
  while (steps > 10);
  for (;;) {
    if (steps++ > 3) break;
  }
  return steps;
}
