// The program's environment: what it was asked for before, it answers again.
#include <stdlib.h>
#include <string.h>

size_t unchecked_bad(void) { return strlen(getenv("HOME")); }  // report null-deref: "passing NULL pointer 'getenv(\"HOME\")' to 'strlen', which follows it"
size_t checked_first_ok(void) { return getenv("HOME") ? strlen(getenv("HOME")) : 0; }
size_t left_first_ok(void) {
  if (!getenv("HOME")) return 0;
  return strlen(getenv("HOME"));
}
size_t same_name_ok(const char *name) {
  if (getenv(name) == NULL) return 0;
  return strlen(getenv(name));
}
size_t another_name_bad(void) {
  if (!getenv("HOME")) return 0;
  return strlen(getenv("USER"));  // report null-deref: "passing NULL pointer 'getenv(\"USER\")' to 'strlen', which follows it"
}
size_t still_not_there_bad(void) {
  if (getenv("HOME")) return 0;
  return strlen(getenv("HOME"));  // report null-deref: "passing NULL pointer 'getenv(\"HOME\")' to 'strlen', which follows it"
}
