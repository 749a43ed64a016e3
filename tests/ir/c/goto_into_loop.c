// A loop with two entries: kept as written; who needs natural loops splits it.
int sum(int n, int skip) {
  int total = 0;
  if (skip) goto middle;
  while (n > 0) {
    total += n;
  middle:
    --n;
  }
  return total;
}
