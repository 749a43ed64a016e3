// Strings, narrow and wide, that do not fit where they are copied.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static void copy_in(const char *s) {
  char to[10];
  strcpy(to, s);
}

void too_long_bad(void) {
  char from[20];
  memset(from, 'A', 19);
  from[19] = 0;
  copy_in(from);  // report buffer-overflow: "value 'from' passed to 'copy_in' is out of bounds there"
}

void short_enough_ok(void) { copy_in("123456789"); }

void from_outside_bad(void) {
  char to[10];
  const char *s = getenv("HOME");
  if (!s) return;
  strcpy(to, s);  // report buffer-overflow: "'strcpy' writes out of the bounds of 'to'"
}

void from_outside_ok(void) {
  char to[10];
  const char *s = getenv("HOME");
  if (!s || strlen(s) >= sizeof to) return;
  strcpy(to, s);
}

const char *held;
static void copy_held(void) {
  char to[10];
  strcpy(to, held);
}
void through_global_bad(void) {
  held = "0123456789abc";
  copy_held();  // report buffer-overflow: "value 'held' passed to 'copy_held' is out of bounds there"
}

void begun_and_not_ended_bad(void) {
  char to[100];
  for (int i = 0; i < 99; i++) to[i] = 'a';
  puts(to);  // report buffer-overflow: "string 'to', passed to 'puts', is not terminated where it ends"
}

// No string is so long that an `int` cannot count its characters.
static void *room(int bytes, unsigned size) {
  void *p = calloc(bytes, size);
  if (!p) exit(1);
  return p;
}
static char *path_of(const char *folder, const char *name) {
  char *path = room(strlen(folder) + strlen(name) + 2, sizeof(char));
  strcpy(path, folder);
  strcat(path, "/");
  strcat(path, name);
  return path;
}
char *in_home_ok(const char *name) {
  const char *home = getenv("HOME");
  return home && *home ? path_of(home, name) : NULL;
}
char *without_end_bad(const char *folder) {
  char *path = room(strlen(folder), sizeof(char));
  strcpy(path, folder);  // report buffer-overflow: "'strcpy' writes out of the bounds of 'path'"
  return path;
}
