#include <dirent.h>
#include <stddef.h>

int forgotten_bad(const char *name) {
  DIR *d = opendir(name);
  if (!d) return -1;
  if (!readdir(d)) return 0;  // report resource-leak: "'d' is never closed"
  return closedir(d);
}

void closed_twice_bad(const char *name) {
  DIR *d = opendir(name);
  if (!d) return;
  closedir(d);
  closedir(d);  // report resource-state: "'d' is closed twice"
}

void read_after_close_bad(DIR *d) {
  closedir(d);
  readdir(d);  // report resource-state: "'d' is used after it was closed"
}

int counted_ok(const char *name) {
  int n = 0;
  DIR *d = opendir(name);
  if (d == NULL) return -1;
  while (readdir(d)) ++n;
  closedir(d);
  return n;
}

DIR *handed_on_ok(const char *name) {
  DIR *d = opendir(name);
  if (d) rewinddir(d);
  return d;
}

void overwritten_bad(void) {
  DIR *d = opendir(".");
  d = opendir("..");  // report resource-leak: "'d' is overwritten before it was closed"
  if (d) closedir(d);
}

void answer_kept_ok(void) {
  DIR *d = opendir(".");
  int failed = d == 0;
  if (!failed) closedir(d);
}
