#include <stdio.h>
#include <string.h>

size_t measured_bad(const char *s) {
  char name[16];
  strncpy(name, s, sizeof name);
  return strlen(name);  // report unterminated-string: "`name` may have no terminator: strncpy filled all of it"
}

size_t terminated_ok(const char *s) {
  char name[16];
  strncpy(name, s, sizeof name);
  name[sizeof name - 1] = 0;
  return strlen(name);
}

size_t one_less_ok(const char *s) {
  char name[16] = {0};
  strncpy(name, s, sizeof name - 1);
  return strlen(name);
}

size_t literal_ok(void) {
  char name[16];
  strncpy(name, "short", sizeof name);
  return strlen(name);
}
