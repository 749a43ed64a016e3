#include <stdio.h>
#include <string.h>

size_t measured_bad(const char *s) {
  char name[16];
  strncpy(name, s, sizeof name);
  return strlen(name);  // report unterminated-string: "'name' may have no terminator: strncpy filled all of it"
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

void printed_bad(const char *s) {
  char name[8];
  strncpy(name, s, 8);
  printf("%s\n", name);  // report unterminated-string: "'name' may have no terminator: strncpy filled all of it"
}

size_t ended_where_it_was_full_ok(const char *s) {
  char name[16];
  strncpy(name, s, sizeof name);
  if (name[15] != 0) name[15] = 0;
  return strlen(name);
}

void fixed_field_ok(char *out, const char *s) {
  char name[4];
  strncpy(name, s, sizeof name);
  memcpy(out, name, sizeof name);
}

// The buffer's size is known to the caller only.
size_t FN_size_from_the_caller_bad(char *name, size_t size, const char *s) {
  strncpy(name, s, size);
  return strlen(name);  // missed unterminated-string
}

void printed_among_others_bad(const char *s, int n) {
  char name[8];
  strncpy(name, s, sizeof name);
  printf("%d %s\n", n, name);  // report unterminated-string: "'name' may have no terminator: strncpy filled all of it"
}

void printed_with_its_length_ok(const char *s) {
  char name[8];
  strncpy(name, s, sizeof name);
  printf("%.*s\n", (int)sizeof name, name);
}

int length_known_ok(const char *source) {
  char name[16];
  if (strlen(source) >= sizeof name) return 0;
  strncpy(name, source, sizeof name);
  return strlen(name);
}

int another_length_known_bad(const char *source, const char *other) {
  char name[16];
  if (strlen(other) >= sizeof name) return 0;
  strncpy(name, source, sizeof name);
  return strlen(name);  // report unterminated-string: "'name' may have no terminator: strncpy filled all of it"
}

int ended_through_a_pointer_ok(const char *source) {
  char name[16];
  char *last = &name[15];
  strncpy(name, source, sizeof name);
  *last = 0;
  return strlen(name);
}
