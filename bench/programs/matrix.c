// Floating point and two-dimensional arrays.
#include <stdio.h>

static double a[60][60], b[60][60], c[60][60];

int main(void) {
  for (int i = 0; i < 60; ++i)
    for (int j = 0; j < 60; ++j) {
      a[i][j] = i + j * 0.5;
      b[i][j] = i - j;
    }
  for (int i = 0; i < 60; ++i)
    for (int j = 0; j < 60; ++j) {
      double sum = 0;
      for (int k = 0; k < 60; ++k) sum += a[i][k] * b[k][j];
      c[i][j] = sum;
    }
  printf("%.1f\n", c[59][59]);
  return 0;
}
