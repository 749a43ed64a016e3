// Pointers that are members of unions, in records that are handed on by value.
#include <stdlib.h>

struct count {
  int number;
};
struct value {
  unsigned char kind;
  int size;
  union {
    struct count *count;
    double number;
  } u;
};

static int kind_of(struct value v) { return v.kind & 15; }

static void give_back(struct value v) {
  if (kind_of(v) != 6) abort();
  if (--v.u.count->number == 0) free(v.u.count);
}

static struct value make(void) {
  struct count *count = malloc(sizeof *count);
  if (!count) abort();
  count->number = 1;
  struct value made = {6, 0, {count}};
  return made;
}

int given_back_ok(void) {
  struct value v = make();
  int size = v.size;
  give_back(v);
  return size;
}

int forgotten_bad(void) {
  struct value v = make();
  return v.size;  // report leak: "leaking memory 'v'"
}

int used_after_it_was_given_back_bad(void) {
  struct value v = make();
  give_back(v);
  return v.u.count->number;  // report use-after-free
}
