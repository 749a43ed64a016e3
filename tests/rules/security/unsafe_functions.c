#include <stdio.h>
#include <stdlib.h>

char *gets(char *s);

void reads_bad(void) {
  char line[80];
  gets(line);  // report unsafe-function: "gets writes past any buffer: the input decides how far"
}

char *names_bad(char *name) {
  return mktemp(name);  // report unsafe-function: "mktemp names a file that somebody else may make first"
}

void scans_bad(char *word) {
  scanf("%s", word);  // report unsafe-function: "%s without a width writes past any buffer: the input decides how far"
}

void bounded_ok(void) {
  char line[80];
  if (fgets(line, sizeof line, stdin)) puts(line);
  scanf("%79s", line);
}

struct reader {
  char *(*gets)(char *);
};

// A field of the same name is no function of the library.
void own_gets_ok(struct reader *r, char *line) {
  r->gets(line);
}

void among_others_bad(char *word, int *n) {
  scanf("%d %s", n, word);  // report unsafe-function: "%s without a width writes past any buffer: the input decides how far"
}

int with_widths_ok(char *word, int *n) { return scanf("%d %9s %*s %%s", n, word); }

void called_through_a_pointer_bad(char *line) {
  char *(*read_line)(char *) = gets;  // report unsafe-function: "gets writes past any buffer: the input decides how far"
  read_line(line);
}

// What an array of characters holds is not looked up.
void FN_format_in_an_array_bad(char *name) {
  static const char format[] = "%s";
  scanf(format, name);  // missed unsafe-function
}
