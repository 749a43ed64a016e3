// rule: files/stream.metal
#include <stdio.h>

struct log {
  int users;
  int is_open;
  FILE *file;
};

// Others use it too.
static void put(struct log *log) {
  if (--log->users == 0) fclose(log->file);
}
int counted_ok(struct log *log) {
  log->users++;
  put(log);
  return fgetc(log->file);
}

static void drop(struct log *log) {
  if (log->is_open) fclose(log->file);
}
int flagged_bad(struct log *log) {
  drop(log);
  return fgetc(log->file);  // report resource-state: "'log->file' is used after it was closed"
}
