#include <stdarg.h>
#include <stdio.h>

int forgotten_bad(const char *format, ...) {
  va_list ap;
  va_start(ap, format);
  if (format[0] == 0) return -1;  // report missing-va-end: "`ap` has no va_end on this path"
  int r = vprintf(format, ap);
  va_end(ap);
  return r;
}

int ended_ok(const char *format, ...) {
  va_list ap;
  va_start(ap, format);
  int r = vprintf(format, ap);
  va_end(ap);
  return r;
}

void copied_bad(const char *format, ...) {
  va_list ap, again;
  va_start(ap, format);
  va_copy(again, ap);
  vprintf(format, again);
  va_end(ap);
}  // report missing-va-end: "`again` has no va_end on this path"
