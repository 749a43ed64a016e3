// A fault must be shown by the function itself.  Who asks whether a pointer is null believes that it
// can be; if something else about memory from outside has to be answered before it is used, only
// who made that memory knows whether both can be true.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct list {
  struct list *head, *next;
  int length, flags;
  int (*change)(struct list *, void *);
};

void asked_bad(struct list *l) {
  if (!l->head) puts("empty");
  l->head->flags = 1;  // report null-deref: "dereferencing NULL pointer 'l->head'"
}
void asked_twice_ok(struct list *l) {
  if (!l->head) puts("empty");
  if (l->length > 0) l->head->flags = 1;
}
// Asked before: then it can still be null.
void asked_after_bad(struct list *l) {
  if (l->length > 3) return;
  if (!l->head) puts("empty");
  l->head->flags = 1;  // report null-deref: "dereferencing NULL pointer 'l->head'"
}
// What the outside world says has nothing to do with it.
void outside_bad(struct list *l, FILE *f) {
  if (!l->head) puts("empty");
  if (fgetc(f) == 'x') l->head->flags = 1;  // report null-deref: "dereferencing NULL pointer 'l->head'"
}

// In rounds that are not followed a pointer may be anything.
int last_field_ok(const char *line, int fields) {
  char copy[64];
  strncpy(copy, line, sizeof copy - 1);
  copy[63] = 0;
  char *p = strchr(copy, '(');
  if (!p) return 0;
  while (p && fields--) {
    p = strchr(p, ' ');
    if (!p) return 0;
    p++;
  }
  return atoi(p);
}
// In those that are, it is known.
int find_bad(struct list *l, int flags) {
  while (l && l->flags != flags) l = l->next;
  return l->length;  // report null-deref: "dereferencing NULL pointer 'l'"
}

// Who copies a string knows what is in it.
char *domain_ok(const char *address) {
  if (!strchr(address, '@')) return NULL;
  char *copy = strdup(address);
  if (!copy) return NULL;
  *strchr(copy, '@') = '\0';
  return copy;
}
void not_found_bad(char *text) {
  char *at = strchr(text, '@');
  if (!at) puts("no @");
  *at = 0;  // report null-deref: "dereferencing NULL pointer 'at'"
}

// One question, two answers: the call in between may have changed it, or not.
void flag_ok(struct list *l, char *value) {
  char **words = l->flags & 8 ? malloc(8) : &value;
  l->change(l, words);
  if (l->flags & 8) free(words);
}

// How large a block is rests on what the callee found.
static void *at_least(size_t bytes) { return malloc(bytes ? bytes : 4); }
void wrapped_ok(struct list *l) {
  char *block = at_least(24 + (size_t)l->length);
  if (block) memset(block + 24, 0, (size_t)l->length);
  free(block);
}
static char *same_size(struct list *l) {
  if (l->flags) puts("flags");
  return malloc(4);
}
void same_size_bad(struct list *l) {
  char *block = same_size(l);
  if (!block) return;
  block[4] = 0;  // report buffer-overflow: "writing 1 byte at offset 4 of its memory block, which has 4"
  free(block);
}

// A field that is zero by one of two answers.
int per_slot_ok(struct list *l) {
  int slots = l->flags == -1 ? 0 : 8;
  if (l->length == 0) return 0;
  return l->length / slots;
}
int per_zero_bad(int length) {
  int slots = 0;
  if (length == 0) return 0;
  return length / slots;  // report div-by-zero: "dividing by zero in 'length / slots'"
}

// Which arguments there are only callers know.
size_t words_ok(int count, ...) {
  va_list list;
  size_t sum = 0;
  va_start(list, count);
  while (count-- > 0) sum += strlen(va_arg(list, char *));
  va_end(list);
  return sum;
}

// Freed by one answer, used by another.
struct node {
  union {
    char *name;
    char *addresses;
  } u;
  int name_length, count;
};
void union_ok(struct node *n) {
  if (n->name_length) free(n->u.name);
  if (n->count > 1) free(n->u.addresses);
}
void union_bad(struct node *n) {
  free(n->u.name);
  if (n->count > 1) free(n->u.addresses);  // report double-free: "freeing 'n->u.addresses', which is freed already"
}

// What a macro asks it asks for all.
#define TURN(t)                       \
  {                                   \
    if (!(t)->head) (t)->length = 0;  \
    (t)->head->flags = 1;             \
  }
void macro_ok(struct list *l) TURN(l)
