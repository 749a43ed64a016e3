// Format strings: the number and the sort of arguments, and the strings that %s reads.
#include <stdio.h>
#include <stdlib.h>

void all_as_asked_ok(const char *name, long n, double d, void *p, unsigned char c) {
  printf("%s: %ld %5.2f %p %c %% %*d\n", name, n, d, p, c, 8, (int)n);
  printf("%.*s", (int)n, name);
  printf("%5.3s%-10s|%+d\n", "abc", "def", 1);
}
void too_few_bad(int n) {
  printf("%d of %d\n", n);  // report illegal-argument: "'printf' is given 1 of the 2 arguments that its format asks for"
}
void none_at_all_bad(void) {
  printf("%d\n");  // report illegal-argument: "'printf' is given 0 of the 1 arguments that its format asks for"
}
void further_arguments_ok(int n) { printf("%d\n", n, 2); }
void number_as_string_bad(int n) {
  printf("%s\n", n);  // report illegal-argument: "passing 'n' to 'printf', whose format asks for a pointer, not an integer ('%s')"
}
void pointer_as_number_bad(char *s) {
  fprintf(stderr, "%d\n", s);  // report illegal-argument: "passing 's' to 'fprintf', whose format asks for an integer, not a pointer ('%d')"
}
void double_as_number_bad(double d) {
  printf("%x\n", d);  // report illegal-argument: "passing 'd' to 'printf', whose format asks for an integer, not a floating-point number ('%x')"
}
void int_as_long_bad(int n) {
  printf("%ld\n", n);  // report illegal-argument: "passing 'n' to 'printf', whose format asks for 8 bytes, not 4 ('%ld')"
}
void width_is_an_argument_bad(char *s) {
  printf("%*d\n", s, 1);  // report illegal-argument: "passing 's' to 'printf', whose format asks for an integer, not a pointer ('%*')"
}
void null_string_bad(int n) {
  char *s = n ? "some" : 0;
  printf("%s\n", s);  // report null-deref: "passing NULL pointer 's' to 'printf', which follows it"
}
void endless_string_bad(void) {
  char s[2] = {'a', 'b'};
  printf("%s\n", s);  // report buffer-overflow: "string 's', passed to 'printf', does not end within its memory"
}
void bounded_string_ok(void) {
  char s[2] = {'a', 'b'};
  printf("%.2s\n", s);
}
void format_of_another_ok(const char *format, int n) { printf(format, n); }
void scanned_into_place_ok(void) {
  int n;
  char s[9];
  scanf("%d %8s %*d %8[^]x]", &n, s, s);
}
void scanned_into_value_bad(void) {
  int n = 0;
  scanf("%d", n);  // report illegal-argument: "passing 'n' to 'scanf', whose format asks for a pointer, not an integer ('%d')"
}
void scanned_into_nothing_bad(void) {
  int *n = 0;
  scanf("%d", n);  // report null-deref: "passing NULL pointer 'n' to 'scanf', which follows it"
}
void long_as_int_bad(long n) {
  printf("%d\n", n);  // report illegal-argument: "passing 'n' to 'printf', whose format asks for 4 bytes, not 8 ('%d')"
}
void promoted_ok(short n, _Bool b) { printf("%d %hd %d\n", n, n, b); }
void scanned_too_wide_bad(void) {
  int n;
  scanf("%ld", &n);  // report buffer-overflow: "'scanf' writes 8 bytes to '&n', which has room for 4"
}
void scanned_with_width_bad(void) {
  char s[8];
  scanf("%8s", s);  // report buffer-overflow: "'scanf' writes 9 bytes to 's', which has room for 8"
}
void scanned_as_wide_as_they_are_ok(void) {
  short h;
  double d;
  float f;
  char c, s[4];
  scanf("%hd %lf %f %c %3s", &h, &d, &f, &c, s);
}

// What comes out at least, and where it goes.
void printed_too_long_bad(void) {
  char text[8];
  sprintf(text, "%d-%s", 12, "abcdef");  // report buffer-overflow: "'sprintf' writes 10 bytes to 'text', which has room for 8"
}
void printed_too_wide_bad(int n) {
  char text[8];
  sprintf(text, "%8d", n);  // report buffer-overflow: "'sprintf' writes 9 bytes to 'text', which has room for 8"
}
void printed_into_room_ok(int n, const char *name) {
  char text[8];
  sprintf(text, "%3d:%.2s%%", n, name);
  sprintf(text, "%s", n ? "yes" : "no");
}
void printed_from_outside_bad(void) {
  char text[8];
  const char *home = getenv("HOME");
  if (home) sprintf(text, "%s", home);  // report buffer-overflow: "'sprintf' writes out of the bounds of 'text'"
}
void printed_from_callers_ok(char *to, const char *name) { sprintf(to, "%s", name); }

int text_of_any_length_bad(void) {
  char name[16];
  if (scanf("%s", name) != 1) return 0;  // report buffer-overflow: "'scanf' writes a text of any length ('%s') to 'name', which has room for 16 bytes"
  return name[0];
}
int text_with_a_width_ok(void) {
  char name[16];
  if (scanf("%15s", name) != 1) return 0;
  return name[0];
}
int text_that_is_allocated_ok(void) {
  char *name;
  if (scanf("%ms", &name) != 1) return 0;
  int first = name[0];
  free(name);
  return first;
}
// How long the string is nobody has said.
int scanned_string_ok(const char *line) {
  char name[16];
  if (sscanf(line, "%s", name) != 1) return 0;
  return name[0];
}
// glibc and others take `L` before an integer for `ll`.
void long_long_ok(unsigned long long n) { printf("%Lu\n", n); }
void long_long_bad(int n) {
  printf("%Ld\n", n);  // report illegal-argument: "passing 'n' to 'printf', whose format asks for 8 bytes, not 4 ('%Ld')"
}
void printed_at_callers_place_ok(char *to, int at, const char *name) {
  sprintf(to + at, "--%s", name);
}
