// rule: memory/use_after_free.metal
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void format(char **to, const char *how, ...) {
  va_list arguments;
  va_start(arguments, how);
  if (vasprintf(to, how, arguments) == -1) abort();
  va_end(arguments);
}

// `made` is another text after the second call, and no copy of `value` any more.
size_t made_anew_ok(int which, int number) {
  char *value = strdup("x"), *made;
  if (!value) return 0;
  if (which & 1) {
    format(&made, "%zu", strlen(value));
    free(value);
    value = made;
  }
  if (which & 2) {
    format(&made, "%d", number);
    free(value);
    value = made;
  }
  size_t length = strlen(value);
  free(value);
  return length;
}

static void look(char *const *at) { (void)at; }

// What is given to a callee that is not followed counts as written.
size_t FN_only_looked_at_bad(char *value) {
  char *copy = value;
  look(&copy);
  free(value);
  return strlen(copy);  // missed use-after-free
}
