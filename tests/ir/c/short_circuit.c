// && and || are control flow; as a value they join.
int both(int *p) { return p && *p > 3; }
int branch(int a, int b, int c) {
  if ((a && !b) || c) return 1;
  return 0;
}
