// Loops over arrays: loads, stores, additions, comparisons.
#include <stdio.h>

static unsigned char composite[200000];

int main(void) {
  int count = 0;
  for (int round = 0; round < 5; ++round) {
    count = 0;
    for (int i = 0; i < 200000; ++i) composite[i] = 0;
    for (int i = 2; i < 200000; ++i) {
      if (composite[i]) continue;
      ++count;
      for (int j = i + i; j < 200000; j += i) composite[j] = 1;
    }
  }
  printf("%d\n", count);
  return 0;
}
