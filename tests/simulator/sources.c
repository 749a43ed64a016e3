// Where a value from outside comes from is told, also where a callee has brought it.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int index_from_a_descriptor_bad(int fd) {
  int a[10] = {0};
  int i;
  if (read(fd, &i, sizeof i) != sizeof i)  // step 1: "'read' brings a value from outside the program here"
    return -1;
  return a[i];  // report buffer-overflow: "reading out of bounds of 'a'"
}

static int number(void) {
  char line[32];
  if (!fgets(line, sizeof line, stdin)) return 1;
  return atoi(line);
}

int divisor_from_a_callee_bad(void) {
  int k = number();  // step 1: "'number' brings a value from outside the program here"
  return 7 / k;      // report div-by-zero: "dividing by zero in '7 / k'"
}

// An index from outside chooses an element; it does not make its value.
int counted_by_an_index_ok(void) {
  static int counts[64];
  unsigned key;
  if (scanf("%u", &key) != 1) return 0;
  return counts[key % 64]++;
}
