#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

int index_bad(int *table, const char *s) {
  int i = atoi(s);
  return table[i];  // report tainted-size: "`i` comes from outside and is an index"
}

void length_bad(char *to, const char *packet, uint32_t field) {
  uint32_t n = ntohl(field);
  memcpy(to, packet, n);  // report tainted-size: "`n` comes from outside and is a size"
}

int compared_ok(int *table, const char *s) {
  int i = atoi(s);
  if (i < 0 || i >= 10) return 0;
  return table[i];
}
