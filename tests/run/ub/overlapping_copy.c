#include <string.h>

int main(void) {
  char a[8] = "abcdefg";
  memcpy(a + 1, a, 4);  // report illegal-argument
  return 0;
}
