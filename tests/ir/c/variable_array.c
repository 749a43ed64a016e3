// The bound of a variable array is evaluated once, where it is declared; sizeof uses it.
unsigned long bytes(int n) {
  int row[n];
  n = 0;
  row[0] = 1;
  return sizeof row;
}
int cell(int n, int m, int grid[n][m], int i, int j) { return grid[i][j]; }
