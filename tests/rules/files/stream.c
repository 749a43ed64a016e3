#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct log {
  FILE *out;
};

int closed_twice_bad(FILE *f, int error) {
  if (error) fclose(f);
  return fclose(f);  // report resource-state: "'f' is closed twice"
}

int used_after_close_bad(FILE *f) {
  fclose(f);
  return getc(f);  // report resource-state: "'f' is used after it was closed"
}

int leaked_on_error_bad(const char *name, char *line) {
  FILE *f = fopen(name, "r");
  if (f == NULL) return -1;
  if (fgets(line, 80, f) == NULL) return -2;  // report resource-leak
  fclose(f);
  return 0;
}

int closed_ok(const char *name, char *line) {
  FILE *f = fopen(name, "r");
  if (!f) return -1;
  char *got = fgets(line, 80, f);
  fclose(f);
  return got != NULL;
}

FILE *returned_ok(const char *name) {
  FILE *f = fopen(name, "r");
  if (!f) exit(1);
  return f;
}

void kept_ok(struct log *log, const char *name) {
  FILE *f = fopen(name, "w");
  log->out = f;
}

static void finish(FILE *f) { fclose(f); }

void closed_by_callee_ok(const char *name) {
  FILE *f = fopen(name, "w");
  if (f != NULL) {
    fputs("x", f);
    finish(f);
  }
}

void keep_elsewhere(FILE *f);

void handed_on_ok(const char *name) {
  FILE *f = fopen(name, "w");
  if (f) keep_elsewhere(f);
}

int only_a_file_is_closed_ok(const char *name) {
  FILE *f = name ? fopen(name, "r") : stdin;
  if (!f) return -1;
  int c = getc(f);
  if (f != stdin) fclose(f);
  return c;
}

int pipe_forgotten_bad(const char *command) {
  FILE *f = popen(command, "r");
  if (!f) return -1;
  return getc(f);  // report resource-leak: "'f' is never closed"
}

int pipe_ok(const char *command) {
  FILE *f = popen(command, "r");
  if (!f) return -1;
  int c = getc(f);
  pclose(f);
  return c;
}

int open_into(FILE **out, const char *name) {
  FILE *f = fopen(name, "r");
  *out = f;
  return f != NULL;
}

// Storing a stream in what the caller gave hands it on, whatever the caller does with it.
int FN_given_back_and_lost_bad(const char *name) {
  FILE *f;
  if (!open_into(&f, name)) return -1;
  return getc(f);  // missed resource-leak
}

void overwritten_bad(const char *a, const char *b) {
  FILE *f = fopen(a, "r");
  if (!f) return;
  f = fopen(b, "r");  // report resource-leak: "'f' is overwritten before it was closed"
  if (f) fclose(f);
}

static FILE *open_quietly(const char *name) { return fopen(name, "r"); }

int from_a_wrapper_bad(const char *name) {
  char line[10];
  FILE *f = open_quietly(name);
  if (!f) return -1;
  if (!fgets(line, sizeof line, f)) return -1;  // report resource-leak: "'f' is never closed"
  fclose(f);
  return 0;
}

int from_a_wrapper_ok(const char *name, struct log *log) {
  log->out = open_quietly(name);
  return log->out ? 0 : -1;
}

long asked_twice_ok(const char *name) {
  FILE *f = stdin;
  long lines = 0;
  int c;
  if (strcmp(name, "-") != 0) {
    f = fopen(name, "r");
    if (!f) return -1;
  }
  while ((c = getc(f)) != EOF) lines += c == '\n';
  if (strcmp(name, "-") != 0) fclose(f);
  return lines;
}

long asked_of_another_bad(const char *name, const char *other) {
  FILE *f = stdin;
  long lines = 0;
  int c;
  if (strcmp(name, "-") != 0) {
    f = fopen(name, "r");
    if (!f) return -1;
  }
  while ((c = getc(f)) != EOF) lines += c == '\n';
  if (strcmp(other, "-") != 0) fclose(f);
  return lines;  // report resource-leak: "'f' is never closed"
}

// What a callee did is known by one way through it of several that come to the same: it is no
// error if it is impossible by all of them.
static int has_read_stdin;
static long lines;
static void read_lines(FILE *f) {
  while (getc(f) != EOF) lines += 2;
}
static int closes_its_own(const char *name) {
  FILE *f;
  int failed = 0;
  if (strcmp(name, "-") == 0) {
    has_read_stdin = 1;
    f = stdin;
  } else {
    f = fopen(name, "r");
    if (!f) return 0;
  }
  read_lines(f);
  if (strcmp(name, "-") == 0)
    clearerr(f);
  else if (fclose(f) != 0)
    failed = 1;
  if (getenv("VERBOSE")) {
    puts(name);
    return !failed;
  }
  return !failed;
}
int standard_input_is_left_open_ok(int count, char **names) {
  int ok = 1;
  if (count == 1) {
    ok = closes_its_own("-");
  } else {
    for (int i = 1; i < count; i++) ok &= closes_its_own(names[i]);
  }
  if (has_read_stdin && fclose(stdin) != 0) return 2;
  return ok;
}

// By one of the ways it is possible.
static int closes_all(const char *name, int careful) {
  FILE *f;
  int failed = 0;
  if (strcmp(name, "-") == 0) {
    has_read_stdin = 1;
    f = stdin;
  } else {
    f = fopen(name, "r");
    if (!f) return 0;
  }
  read_lines(f);
  if (careful && strcmp(name, "-") == 0)
    clearerr(f);
  else if (fclose(f) != 0)
    failed = 1;
  if (getenv("VERBOSE")) {
    puts(name);
    return !failed;
  }
  return !failed;
}
int standard_input_is_closed_bad(int count, char **names, int careful) {
  int ok = 1;
  if (count == 1) {
    ok = closes_all("-", careful);
  } else {
    for (int i = 1; i < count; i++) ok &= closes_all(names[i], careful);
  }
  if (has_read_stdin && fclose(stdin) != 0) return 2;  // report resource-state: "'stdin' is closed twice"
  return ok;
}

struct journal {
  FILE *file;
  int lines;
};
void start_journal(struct journal *journal);
struct journal kept_journal;

void forgotten_in_a_record_bad(void) {
  struct journal own;
  own.file = fopen("x", "r");
  if (!own.file) return;
  fgetc(own.file);
}  // report resource-leak: "'own.file' is never closed"

void record_handed_on_ok(void) {
  struct journal own;
  own.file = fopen("x", "r");
  start_journal(&own);
}

void record_copied_ok(void) {
  struct journal own;
  own.file = fopen("x", "r");
  kept_journal = own;
}

struct journal record_returned_ok(void) {
  struct journal own;
  own.file = fopen("x", "r");
  return own;
}

void answer_kept_ok(void) {
  FILE *f = fopen("x", "r");
  int is_open = f != NULL;
  if (is_open) fclose(f);
}

void answer_kept_bad(void) {
  FILE *f = fopen("x", "r");
  int failed = f == NULL;
  if (failed) return;
  fgetc(f);
}  // report resource-leak: "'f' is never closed"

int opened_anew_ok(const char *name) {
  FILE *f = fopen(name, "r");
  if (!f) return -1;
  if (fgetc(f) == 27) {
    f = freopen(name, "rb", f);
    if (!f) return -1;
  }
  return fclose(f);
}
int opened_anew_in_a_field_ok(const char *name) {
  struct journal own;
  own.file = fopen(name, "r");
  if (!own.file) return -1;
  own.file = freopen(name, "rb", own.file);
  if (!own.file) return -1;
  return fclose(own.file);
}
int opened_anew_for_another_ok(const char *name) {
  FILE *f = fopen(name, "r"), *g;
  if (!f) return -1;
  g = freopen(name, "rb", f);
  if (!g) return -1;
  return fclose(g);
}
int opened_anew_bad(const char *name) {
  FILE *f = fopen(name, "r");
  if (!f) return -1;
  f = freopen(name, "rb", f);
  if (!f) return -1;
  return fgetc(f);  // report resource-leak: "'f' is never closed"
}
