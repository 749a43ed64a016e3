// Memory and resources that nobody can free any more.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void never_freed_bad(void) {
  char *p = malloc(10);
  if (!p) return;
  p[0] = 1;
}  // report leak: "leaking memory 'p'"

int error_path_bad(int c) {
  char *p = malloc(10);
  if (!p) return -1;
  if (c < 0) return -2;  // report leak: "leaking memory 'p'"
  free(p);
  return 0;
}

char *returned_ok(void) { return malloc(10); }

char *global;
void stored_ok(void) { global = malloc(10); }

struct list {
  struct list *next;
};
void linked_ok(struct list *l) {
  struct list *made = malloc(sizeof *made);
  if (!made) return;
  made->next = 0;
  l->next = made;
}

void keep(char *p);
void given_away_ok(void) {
  char *p = malloc(10);
  keep(p);
}

void overwritten_bad(void) {
  char *p = malloc(10);
  p = malloc(20);
  free(p);
}  // report leak: "leaking memory 'p'"

static void release(char *p) { free(p); }

void freed_by_callee_ok(void) {
  char *p = malloc(10);
  release(p);
}

static char *make(void) { return malloc(10); }

void made_by_callee_bad(void) {
  char *p = make();
  if (p) p[0] = 0;
}  // report leak: "leaking memory 'p'"

void file_bad(const char *name) {
  FILE *f = fopen(name, "r");
  if (!f) return;
  fgetc(f);
}  // report resource-leak: "leaking resource (FILE) 'f'"

void file_ok(const char *name) {
  FILE *f = fopen(name, "r");
  if (!f) return;
  fgetc(f);
  fclose(f);
}

int descriptor_bad(const char *name) {
  int fd = open(name, O_RDONLY);
  if (fd < 0) return -1;
  return 0;  // report resource-leak: "leaking resource (descriptor) 'fd'"
}

int descriptor_ok(const char *name) {
  int fd = open(name, O_RDONLY);
  if (fd < 0) return -1;
  close(fd);
  return 0;
}

char *copied_ok(const char *s) { return strdup(s); }

void copied_bad(const char *s) {
  char *p = strdup(s);
  if (p) p[0] = 0;
}  // report leak: "leaking memory 'p'"
