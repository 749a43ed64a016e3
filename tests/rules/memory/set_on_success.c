// rule: memory/use_after_free.metal
#include <stdlib.h>
#include <string.h>

// Gives `*out` another value if it can, and says so.
static int format(char **out, size_t n) {
  char *text = malloc(n + 1);
  if (text == NULL) return -1;
  text[n] = 0;
  *out = text;
  return (int)n;
}
static int format_more(char **out, size_t n) {
  int length = format(out, n);
  if (length < 0) length = -1;
  return length;
}

int taken_for_granted_ok(void) {
  char *text;
  int length = format(&text, 3);
  free(text);
  length = format(&text, 4);
  if (strncmp(text, "abcd", 4) == 0) return length;
  free(text);
  length += format_more(&text, 5);
  char *first = text;
  length += first[0];
  free(text);
  return length;
}

int asked_ok(char *text) {
  free(text);
  if (format(&text, 3) < 0) return -1;
  return text[0];
}

int failed_bad(char *text) {
  free(text);
  if (format(&text, 3) < 0) {
    free(text);  // report double-free: "'text' is freed twice"
    return -1;
  }
  return text[0];
}

int failed_by_variable_bad(char *text) {
  free(text);
  int length = format_more(&text, 3);
  if (length == -1) free(text);  // report double-free: "'text' is freed twice"
  return 0;
}

int failed_by_switch_bad(char *text) {
  free(text);
  switch (format(&text, 3)) {
    case -1:
      return text[0];  // report use-after-free: "'text' is used after it was freed"
    default:
      return 0;
  }
}

static int length_of(char **text) { return *text == NULL ? 0 : 1; }
int never_set_bad(char *text) {
  free(text);
  length_of(&text);
  return text[0];  // report use-after-free: "'text' is used after it was freed"
}

// By another name it is what was freed all the same.
int other_name_bad(char *text) {
  char *old = text;
  free(text);
  format(&text, 3);
  return old[0];  // report use-after-free: "'old' is used after it was freed"
}
