// Format strings: the number and the sort of arguments, and the strings that %s reads.
#include <stdio.h>
#include <stdlib.h>

void all_as_asked_ok(const char *name, long n, double d, void *p, unsigned char c) {
  printf("%s: %ld %5.2f %p %c %% %*d\n", name, n, d, p, c, 8, (int)n);
  printf("%.*s", (int)n, name);
  printf("%5.3s%-10s|%+d\n", "abc", "def", 1);
}
void too_few_bad(int n) {
  printf("%d of %d\n", n);  // report illegal-argument: "'printf' is given 1 arguments for the 2 that its format asks for"
}
void none_at_all_bad(void) {
  printf("%d\n");  // report illegal-argument: "'printf' is given 0 arguments for the 1 that its format asks for"
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
  scanf("%d %8s %*d %[^]x]", &n, s, s);
}
void scanned_into_value_bad(void) {
  int n = 0;
  scanf("%d", n);  // report illegal-argument: "passing 'n' to 'scanf', whose format asks for a pointer, not an integer ('%d')"
}
void scanned_into_nothing_bad(void) {
  int *n = 0;
  scanf("%d", n);  // report null-deref: "passing NULL pointer 'n' to 'scanf', which follows it"
}
