// Searches in a text from outside: that nothing is found nobody has excluded.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void separator_bad(FILE *f) {
  char line[100];
  if (!fgets(line, sizeof line, f)) return;
  char *p = strchr(line, '=');
  *p = 0;  // report null-deref: "dereferencing NULL pointer 'p'"
  puts(line);
}
void separator_ok(FILE *f) {
  char line[100];
  if (!fgets(line, sizeof line, f)) return;
  char *p = strchr(line, '=');
  if (!p) return;
  *p = 0;
  puts(line);
}
void sequence_bad(FILE *f) {
  char line[100];
  if (!fgets(line, sizeof line, f)) return;
  char *p = strstr(line, "==");
  *p = 0;  // report null-deref: "dereferencing NULL pointer 'p'"
}
char variable_bad(void) {
  const char *s = getenv("X");
  if (!s) return 0;
  return strrchr(s, ':')[0];  // report null-deref
}
// The end of a text is always there.
void end_ok(FILE *f) {
  char line[100];
  if (!fgets(line, sizeof line, f)) return;
  char *p = strchr(line, 0);
  *p = 0;
}
// Somebody has looked at it before.
void looked_ok(FILE *f) {
  char line[100];
  if (!fgets(line, sizeof line, f)) return;
  if (!strchr(line, '=')) return;
  *strchr(line, '=') = 0;
  puts(line);
}
void compared_ok(FILE *f) {
  char line[100];
  if (!fgets(line, sizeof line, f)) return;
  if (strncmp(line, "key=", 4) != 0) return;
  *strchr(line, '=') = 0;
}
// What a text of the callers holds they know.
char callers_ok(const char *s) { return *strchr(s, ':'); }

struct entry {
  const char *name;
  int value;
};
static struct entry table[] = {{"a", 1}, {"b", 2}, {"c", 3}};
static struct entry *lookup(const char *name) {
  for (int i = 0; i < 3; i++)
    if (!strcmp(table[i].name, name)) return &table[i];
  return NULL;
}
int any_name_bad(void) {
  char name[20];
  if (!fgets(name, sizeof name, stdin)) return 0;
  return lookup(name)->value;  // report null-deref
}
int any_name_ok(void) {
  char name[20];
  if (!fgets(name, sizeof name, stdin)) return 0;
  struct entry *e = lookup(name);
  return e ? e->value : 0;
}
int known_name_ok(void) { return lookup("a")->value; }
int callers_name_ok(const char *name) { return lookup(name)->value; }

struct list {
  struct list *next;
  const char *name;
  int value;
};
static struct list *in_list(struct list *l, const char *name) {
  for (; l; l = l->next)
    if (!strcmp(l->name, name)) return l;
  return NULL;
}
int any_in_list_bad(struct list *l) {
  char name[20];
  if (!fgets(name, sizeof name, stdin)) return 0;
  return in_list(l, name)->value;  // report null-deref
}
int any_in_list_ok(struct list *l) {
  char name[20];
  if (!fgets(name, sizeof name, stdin)) return 0;
  struct list *found = in_list(l, name);
  return found ? found->value : 0;
}
// A text that is made here is no text from outside.
int made_ok(int i) {
  char name[20];
  snprintf(name, sizeof name, "%c", 'a' + i % 3);
  return lookup(name)->value;
}

int main(int argc, char **argv) {
  if (argc < 2) return 0;
  char *p = strrchr(argv[1], '/');
  *p = 0;  // report null-deref: "dereferencing NULL pointer 'p'"
  return puts(argv[1]);
}
