// What scanf and its kin leave: numbers from outside, or nothing.
#include <stdio.h>

int unlooked_bad(const char *s) {
  int x;
  sscanf(s, "%d", &x);
  return x;  // report uninit: "using uninitialized memory 'x'"
}
int unlooked_file_bad(FILE *f) {
  int x;
  fscanf(f, "%d", &x);
  return x;  // report uninit: "using uninitialized memory 'x'"
}
int looked_ok(const char *s) {
  int x;
  if (sscanf(s, "%d", &x) == 1) return x / 2;
  return 0;
}
int left_ok(const char *s) {
  int x;
  if (sscanf(s, "%d", &x) != 1) return 0;
  return x / 2;
}
int set_before_ok(const char *s) {
  int x = 0;
  sscanf(s, "%d", &x);
  return x / 2;
}
// There was input, and it was no number.
int not_at_end_bad(const char *s) {
  int x;
  if (sscanf(s, "%d", &x) == EOF) return 0;
  return x;  // report uninit: "using uninitialized memory 'x'"
}
// The first may be matched, and the others not.
int one_of_two_bad(const char *s) {
  int x, y;
  if (sscanf(s, "%d %d", &x, &y) < 1) return 0;
  return y;  // report uninit: "using uninitialized memory 'y'"
}
int the_first_ok(const char *s) {
  int x, y;
  if (sscanf(s, "%d %d", &x, &y) < 1) return 0;
  return x / 2;
}
int both_ok(const char *s) {
  int x, y;
  if (sscanf(s, "%d %d", &x, &y) != 2) return 0;
  return x / 2 - y / 2;
}
int two_of_three_bad(const char *s) {
  int x, y, z, n = sscanf(s, "%d.%d.%d", &x, &y, &z);
  if (n >= 2) return z;  // report uninit: "using uninitialized memory 'z'"
  return 0;
}
int two_of_three_ok(const char *s) {
  int x, y, z, n = sscanf(s, "%d.%d.%d", &x, &y, &z);
  if (n == 3) return z;
  if (n >= 2) return y;
  return 0;
}
// What is skipped is not counted, and with `%n` nobody counts.
int skipped_ok(const char *s) {
  int y;
  if (sscanf(s, "%*d %d", &y) < 1) return 0;
  return y;
}
int length_ok(const char *s) {
  int x, n;
  if (sscanf(s, "%d%n", &x, &n) < 1) return 0;
  return n;
}
int index_bad(const char *s) {
  int a[4] = {0}, x;
  if (sscanf(s, "%d", &x) != 1) return 0;  // step 1: "'sscanf' brings a value from outside the program here"
  return a[x];  // report buffer-overflow: "reading out of bounds of 'a'"
}
int checked_index_ok(const char *s) {
  int a[4] = {0}, x;
  if (sscanf(s, "%d", &x) != 1 || x < 0 || x > 3) return 0;
  return a[x];
}
