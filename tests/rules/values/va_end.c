#include <stdarg.h>
#include <stdio.h>

int forgotten_bad(const char *format, ...) {
  va_list ap;
  va_start(ap, format);
  if (format[0] == 0) return -1;  // report missing-va-end: "'ap' has no va_end on this path"
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
}  // report missing-va-end: "'again' has no va_end on this path"

void again_bad(const char *format, ...) {
  va_list ap;
  va_start(ap, format);
  vprintf(format, ap);
  va_start(ap, format);  // report missing-va-end: "'ap' is started again without va_end"
  va_end(ap);
}

int copied_ok(const char *format, ...) {
  va_list ap, again;
  va_start(ap, format);
  va_copy(again, ap);
  int n = vprintf(format, again);
  va_end(again);
  va_end(ap);
  return n;
}

_Noreturn void leave(const char *format, ...);

void not_returning_ok(const char *format, ...) {
  va_list ap;
  va_start(ap, format);
  vprintf(format, ap);
  leave(format);
}

static void end(va_list *ap) { va_end(*ap); }

// One function at a time.
int FP_ended_by_callee_ok(const char *format, ...) {
  va_list ap;
  va_start(ap, format);
  int n = vprintf(format, ap);
  end(&ap);
  return n;  // false missing-va-end
}
