// rule: free.metal
#include "libc.h"
int looks(const char *, const char *);
extern char *name;

int asked_twice_ok(int *p, const char *path) {
  if (strcmp(path, "-") != 0) free(p);
  if (strcmp(path, "-") == 0) return *p;
  return 0;
}
int other_question_bad(int *p, const char *path) {
  if (strcmp(path, "-") != 0) free(p);
  if (strcmp(path, "+") == 0) return *p;  // report use: "p is used"
  return 0;
}
int argument_changed_bad(int *p, const char *path) {
  if (strcmp(path, "-") != 0) free(p);
  path = path + 1;
  if (strcmp(path, "-") == 0) return *p;  // report use: "p is used"
  return 0;
}
int memory_written_bad(int *p, char *path) {
  if (strcmp(path, "-") != 0) free(p);
  path[0] = '-';
  if (strcmp(path, "-") == 0) return *p;  // report use: "p is used"
  return 0;
}
int unknown_function_bad(int *p, const char *path) {
  if (looks(path, "-") != 0) free(p);
  if (looks(path, "-") == 0) return *p;  // report use: "p is used"
  return 0;
}
int nothing_written_between_ok(int *p, int x) {
  if (strcmp(name, "a") != 0) free(p);
  x = x + 1;
  if (strcmp(name, "a") == 0) return *p + x;
  return 0;
}

// The library writes what it is given.
extern int flag;
int global_over_the_library_ok(int *p) {
  if (flag) free(p);
  puts("done");
  if (!flag) return *p;
  return 0;
}
int global_over_the_program_bad(int *p) {
  if (flag) free(p);
  looks("a", "b");
  if (!flag) return *p;  // report use: "p is used"
  return 0;
}
int written_by_the_library_bad(int *p, int *n) {
  if (*n) free(p);
  read(0, n, sizeof *n);
  if (!*n) return *p;  // report use: "p is used"
  return 0;
}
int handed_as_constants_ok(int *p, char *path) {
  if (strcmp(path, "-") != 0) free(p);
  puts(path);
  if (strcmp(path, "-") == 0) return *p;
  return 0;
}
int text_written_by_the_library_bad(int *p, char *path) {
  if (strcmp(path, "-") != 0) free(p);
  read(0, path, 8);
  if (strcmp(path, "-") == 0) return *p;  // report use: "p is used"
  return 0;
}
