// Leaving a block by goto, break or return ends the lives of its variables.
int search(int *list, int n) {
  for (int i = 0; i < n; ++i) {
    int item = list[i];
    if (item < 0) goto negative;
    if (item == 7) break;
    if (item == 9) return i;
  }
  return 0;
negative:
  return -1;
}
