#include <string.h>

int main(void) {
  char to[8] = "abcd";
  strcat(to, "efgh");  // report buffer-overflow
  return 0;
}
