// How often a loop goes round the outside decides: so does how far a variable was counted.
#include <stdio.h>

int a_line_of_any_length_bad(void) {
  char line[10];
  int i = 0, c;
  while ((c = getchar()) != EOF && c != '\n') line[i++] = (char)c;  // report buffer-overflow: "writing out of bounds of 'line'"
  return i > 0 ? line[0] : 0;
}

int bounded_ok(void) {
  char line[10];
  int i = 0, c;
  while (i < 9 && (c = getchar()) != EOF && c != '\n') line[i++] = (char)c;
  line[i] = 0;
  return line[0];
}

int bounded_by_one_value_ok(void) {
  char line[10];
  int i = 0, c;
  while ((c = getchar()) != EOF && c != '\n') {
    if (i == 9) break;
    line[i++] = (char)c;
  }
  line[i] = 0;
  return line[0];
}

int begun_anew_ok(void) {
  char line[10] = "";
  int i = 0, c;
  while ((c = getchar()) != EOF) {
    line[i++] = (char)c;
    if (i > 9) i = 0;
  }
  return line[0];
}

int as_many_as_are_asked_for_bad(void) {
  int values[4] = {0}, n, i;
  if (scanf("%d", &n) != 1) return 0;
  for (i = 0; i < n; i++) values[i] = 1;  // report buffer-overflow: "writing out of bounds of 'values'"
  return values[0];
}

int room_was_asked_for_ok(void) {
  int values[4] = {0}, n, i;
  if (scanf("%d", &n) != 1 || n > 4) return 0;
  for (i = 0; i < n; i++) values[i] = 1;
  return values[0];
}

// Who answers is a function of the program, and may know where to stop.
static int wanted(int i) { return i < 4; }
int asked_of_a_callee_ok(void) {
  int values[4] = {0}, c, i = 0;
  while ((c = getchar()) != EOF && wanted(i)) values[i++] = c;
  return values[0];
}
