#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

int index_bad(int *table, const char *s) {
  int i = atoi(s);
  return table[i];  // report tainted-size: "'i' comes from outside and is an index"
}

void length_bad(char *to, const char *packet, uint32_t field) {
  uint32_t n = ntohl(field);
  memcpy(to, packet, n);  // report tainted-size: "'n' comes from outside and is a size"
}

int compared_ok(int *table, const char *s) {
  int i = atoi(s);
  if (i < 0 || i >= 10) return 0;
  return table[i];
}

int masked_ok(int *table, const char *s) {
  unsigned i = (unsigned)atoi(s);
  i &= 15;
  return table[i];
}

static int at(const int *table, int i) {
  return table[i];  // report tainted-size: "'i' comes from outside and is an index"
}

int in_a_callee_bad(const int *table, const char *s) {
  int i = atoi(s);
  return at(table, i);
}

void limited_ok(char *to, const char *packet, uint32_t field, size_t room) {
  uint32_t n = ntohl(field);
  if (n > room) return;
  memcpy(to, packet, n);
}

// A value made of it is another value.
int FN_computed_bad(int *table, const char *s) {
  int i = atoi(s);
  int j = i + 1;
  return table[j];  // missed tainted-size
}

// Any comparison counts, whatever it says.
int FN_compared_with_the_wrong_thing_bad(int *table, const char *s) {
  int i = atoi(s);
  if (i == 7) return 0;
  return table[i];  // missed tainted-size
}

static int table[10];

int index_at_once_bad(const char *text) {
  return table[atoi(text)];  // report tainted-size: "'atoi(text)' comes from outside and is an index"
}

void size_at_once_bad(char *to, const char *from, const char *text) {
  memcpy(to, from, atoi(text));  // report tainted-size: "'atoi(text)' comes from outside and is a size"
}

int told_apart_ok(const char *text) {
  int i = atoi(text);
  switch (i) {
    case 1:
    case 2:
      return table[i];
  }
  return 0;
}

char *allocated_as_large_ok(const char *text) {
  size_t n = strtoul(text, 0, 10);
  char *p = malloc(n + 1);
  if (p) memset(p, 0, n);
  return p;
}

// What a container of the program keeps.
struct kept {
  struct kept *next;
  void *value;
  char *text;
};
int kept_ok(struct kept *list) {
  for (; list; list = list->next) {
    char *slot = list->value;
    int i = atoi(slot);
    table[i] = 1;
    table[atoi(slot)] = 2;
    table[atoi(list->value)] = 3;
  }
  return 0;
}
int kept_as_a_text_bad(struct kept *one) {
  char *slot = one->text;
  return table[atoi(slot)];  // report tainted-size: "'atoi(slot)' comes from outside and is an index"
}
