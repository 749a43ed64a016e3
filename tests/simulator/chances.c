// What is null by chance: answers about memory from outside, or a callee's choice, lie between where
// a pointer became null and where it is followed.
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct buffer {
  char *pos;
  int in_memory;
};
struct chain {
  struct buffer *buffer;
  struct chain *next;
};
struct vector {
  char *base;
  size_t length;
};

// The first buffer does not begin where none ended.
int collect_ok(struct chain *c, struct vector *v) {
  struct vector *last = NULL;
  char *end = NULL;
  for (; c; c = c->next) {
    if (end == c->buffer->pos) {
      last->length++;
    } else {
      last = v++;
      last->base = c->buffer->pos;
      last->length = 1;
    }
    end = c->buffer->pos + 1;
  }
  return 0;
}
int never_set_bad(int n) {
  struct vector *last = NULL;
  if (n > 3) puts("many");
  return last->length;  // report null-deref: "dereferencing NULL pointer 'last'"
}
int set_sometimes_bad(struct vector *v, int n) {
  struct vector *last = NULL;
  if (n > 3) last = v;
  return last->length;  // report null-deref: "dereferencing NULL pointer 'last'"
}
// Fields that have few values only.
typedef int (*step)(int);
struct iterator {
  int direction;
};
int few_values_ok(struct iterator *it, step up, step down) {
  step next = NULL;
  if (it->direction == 0)
    next = up;
  else if (it->direction == 1)
    next = down;
  return next(1);
}

// An object that stands for "none".
struct value {
  struct value *table;
  int type;
};
static struct value nothing = {NULL, 0};
static const struct value constant_nothing = {NULL, 0};
struct stack {
  struct value *top, *base;
};
static struct value *at(struct stack *s, int index) {
  if (index > 0) return s->top - s->base > index ? s->base + index : &nothing;
  return s->top + index;
}
int table_type_ok(struct stack *s, int index) { return at(s, index)->table->type; }
int table_in_variable_ok(struct stack *s, int index) {
  struct value *found = at(s, index);
  struct value *table = found->table;
  return table->type;
}
static struct value *at_constant(struct stack *s, int index) {
  if (index > 0)
    return s->top - s->base > index ? s->base + index : (struct value *)&constant_nothing;
  return s->top + index;
}
void set_type_ok(struct stack *s, int index) { at_constant(s, index)->type = 3; }

// An output that a callee sets, or not, by what its caller does not know.
static int find(struct value *all, struct value **found) {
  if (all->type == 7) return 0;
  *found = all->table;
  return 0;
}
int found_ok(struct value *all) {
  struct value *found = NULL;
  if (find(all, &found) < 0) return -1;
  return found == NULL ? 0 : found->type;
}
int set_by_callee_ok(struct value *all) {
  struct value *found = NULL;
  find(all, &found);
  return found->type;
}

// Functions that never come back, in a circle.
struct machine {
  jmp_buf *handler;
  int depth;
};
static void raise_error(struct machine *m, int code);
static char *format(struct machine *m, int code) {
  if (m->depth > 100) raise_error(m, 1);
  m->depth++;
  char *text = malloc(10);
  if (!text) raise_error(m, 2);
  text[0] = (char)code;
  return text;
}
static void raise_error(struct machine *m, int code) {
  if (m->depth < 3) free(format(m, code));
  if (m->handler) longjmp(*m->handler, code);
  exit(1);
}
static void *too_big(struct machine *m) {
  raise_error(m, 3);
  return NULL;
}
int sized_ok(struct machine *m, size_t n) {
  int *p = n > 1000 ? too_big(m) : malloc(n + sizeof *p);
  if (!p && n <= 1000) return -1;
  *p = 1;
  free(p);
  return 0;
}

// Times whose year does not fit, sizes that become 0: nobody shows that they can be.
extern time_t last_login(void);
int year_ok(void) {
  time_t t = last_login();
  return ctime(&t)[0];
}
struct edit {
  char *text;
  size_t room;
};
int grow_ok(struct edit *e) {
  char *old = e->text;
  e->room *= 2;
  e->text = realloc(e->text, e->room);
  if (!e->text) {
    free(old);
    return -1;
  }
  return 0;
}

// Numbers from outside, in the bytes of a pointer.
union token {
  double number;
  char *text;
};
int token_ok(FILE *in) {
  union token t;
  if (fread(&t, sizeof t, 1, in) != 1) return -1;
  return (int)strlen(t.text + 8);
}

// A list that has elements has a first one; that the loop asks for its end says nothing of that.
struct entry {
  struct entry *next;
  int key;
};
struct entries {
  struct entry *first;
  int count;
};
int last_key_ok(struct entries *l, int key) {
  int found = 0;
  if (l->count == 0) return -1;
  for (struct entry *e = l->first; e; e = e->next) {
    if (e->key == key) found = 1;
  }
  return l->first->key + found;
}
static void insert_first(struct entries *l, struct entry *e) {
  if (l->count != 0) e->key = l->first->key;
  e->next = l->first;
  l->first = e;
}
void inserted_ok(struct entries *l, struct entry *new) {
  if (l->count) {
    for (struct entry *e = l->first; e; e = e->next) {
      if (e->key == new->key) break;
    }
  }
  insert_first(l, new);
}
int searched_bad(struct entries *l, int key) {
  struct entry *e = l->first;
  while (e && e->key != key) e = e->next;
  return e->key;  // report null-deref: "dereferencing NULL pointer 'e'"
}
