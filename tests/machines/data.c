// rule: data.metal
void lock(int *);
void unlock(int *);
void balanced_ok(int *l) {
  lock(l);
  lock(l);
  unlock(l);
  unlock(l);
}
// Both depths arrive at the second test: data is part of the state.
int twice_bad(int *l, int x, int y) {
  lock(l);
  lock(l);
  if (x) unlock(l);
  if (y) unlock(l);
  if (!x && !y) return 1;  // report held: "l is held 2 deep"
  if (x && y) return 0;
  return 2;  // report held: "l is held 1 deep"
}
