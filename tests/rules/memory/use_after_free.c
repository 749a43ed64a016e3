#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
  struct node *next;
  char *text;
  int refs;
};

int read_after_free_bad(int *p) {
  free(p);
  return *p;  // report use-after-free: "'p' is used after it was freed"
}

void freed_twice_bad(char *p, int error) {
  if (error) free(p);
  free(p);  // report double-free: "'p' is freed twice"
}

char *returned_bad(char *p) {
  free(p);
  return p;  // report freed-return: "'p' is returned after it was freed"
}

void field_bad(struct node *n) {
  free(n->text);
  n->text[0] = 0;  // report use-after-free: "'n->text' is used after it was freed"
}

size_t library_reads_bad(char *p) {
  free(p);
  return strlen(p);  // report use-after-free: "'p' is used after it was freed"
}

static void release(struct node *n) { free(n); }

int through_a_wrapper_bad(struct node *n) {
  release(n);
  return n->refs;  // report use-after-free: "'n' is used after it was freed"
}

static int look(struct node *n) {
  return n->refs;  // report use-after-free: "'n' is used after it was freed"
}

int in_a_callee_bad(struct node *n) {
  free(n);
  return look(n);
}

int through_a_synonym_bad(int *p) {
  int *q = p;
  free(p);
  return *q;  // report use-after-free: "'q' is used after it was freed"
}

void list_ok(struct node *head) {
  while (head != NULL) {
    struct node *next = head->next;
    free(head->text);
    free(head);
    head = next;
  }
}

void array_ok(char **names, int n) {
  for (int i = 0; i < n; ++i) free(names[i]);
  free(names);
}

void reset_ok(struct node *n) {
  free(n->text);
  n->text = NULL;
  free(n->text);
}

int same_condition_ok(int *p, int drop) {
  if (drop) free(p);
  if (!drop) return *p;
  return 0;
}

int compared_ok(char *p, char *q) {
  free(p);
  return p == q;
}

int not_evaluated_ok(int *p) {
  free(p);
  return sizeof *p;
}

void *again(void *p, size_t n);

int reset_by_callee_ok(struct node *n) {
  free(n->text);
  n->text = again(0, 3);
  return n->text[0];
}

int grown_ok(int **p, size_t n) {
  int *bigger = realloc(*p, n * sizeof **p);
  if (bigger == NULL) {
    free(*p);
    return -1;
  }
  *p = bigger;
  return **p;
}

static int release_when_last(struct node *n) {
  if (--n->refs > 0) return 0;
  free(n);
  return 1;
}

// What a function answers says whether it freed.
int told_by_result_ok(struct node *n) {
  if (release_when_last(n)) return 0;
  return n->refs;
}

// Others hold it too: that the count does not reach zero is known to the whole program only.
int counted_ok(struct node *n) {
  ++n->refs;
  release_when_last(n);
  return n->refs;
}

// Where realloc succeeds, the old memory is gone.
int moved_bad(int *p, size_t n) {
  int *bigger = realloc(p, n * sizeof *p);
  if (bigger == NULL) return -1;
  return *p;  // report use-after-free: "'p' is used after it was freed"
}

int two_fields_bad(struct node *a, struct node *b) {
  b->next = a->next;
  free(a->next);
  return b->next->refs;  // report use-after-free: "'b->next' is used after it was freed"
}

// Two names for null are no memory.
void both_null_ok(int n) {
  char *a, *b;
  a = b = NULL;
  if (n) a = malloc(8);
  free(a);
  free(b);
}

void cleared_ok(struct node *n, int count) {
  for (int i = 0; i < count; ++i) {
    memset(n, 0, sizeof *n);
    free(n->text);
  }
}

struct element {
  struct element *next, **at;
};
struct queue {
  struct element *first;
};

// Taking it out of the list changes the list's beginning, by another name.
void taken_out_ok(struct queue *q) {
  struct element *e;
  while ((e = q->first) != NULL) {
    if (e->next) e->next->at = e->at;
    *e->at = e->next;
    free(e);
  }
}

// The whole record is written, and with it the field.
void record_cleared_ok(int count) {
  struct node n;
  memset(&n, 0, sizeof n);
  while (count--) {
    free(n.text);
    memset(&n, 0, sizeof n);
  }
}

static const int kFive = 5;
static int never_written = 1;
int begins_as_one = 1;
static int changes;
static int always_one(void) { return 1; }

int constant_decides_ok(int *p) {
  if (kFive != 5) free(p);
  return *p;
}

int nobody_writes_it_ok(int *p) {
  if (!never_written || begins_as_one == 0) free(p);
  return *p;
}

int always_answers_the_same_ok(int *p) {
  if (!always_one()) free(p);
  return *p;
}

void change(int to) { changes = to; }

int somebody_writes_it_bad(int *p) {
  if (changes) free(p);
  return *p;  // report use-after-free: "'p' is used after it was freed"
}

struct list {
  struct node *head;
};

static void unlink_first(struct list *l, struct node *n, int is_last) {
  if (is_last) l->head = 0;
  free(n);
}

// Each round looks at the list anew.
int each_element_ok(struct list *l, int count) {
  int sum = 0;
  while (count--) {
    struct node *n = l->head;
    sum += n->refs;
    unlink_first(l, n, count == 0);
  }
  return sum;
}

int grown_or_freed_ok(char **p, size_t n) {
  char *q = realloc(*p, n);
  if (!q) {
    free(*p);
    return -1;
  }
  *p = q;
  return q[0];
}

int grown_and_freed_bad(char *p, size_t n) {
  char *q;
  if ((q = realloc(p, n)) == NULL) return p[0];
  free(q);
  return p[0];  // report use-after-free: "'p' is used after it was freed"
}

void printed_bad(char *p, int n) {
  free(p);
  printf("%d: %s, at %p\n", n, p, (void *)p);  // report use-after-free: "'p' is used after it was freed"
}

void address_printed_ok(char *p) {
  free(p);
  printf("%s at %p\n", "gone", (void *)p);
}

struct job {
  int state, rounds;
  char *text;
  struct job *next;
};

static void count_round(struct job *j) {
  for (; j; j = j->next) j->rounds++;
}

static void begin_again(struct job *j) {
  for (; j; j = j->next) j->state = 0;
}

void field_stays_ok(struct job *j) {
  if (j->state == 1) free(j->text);
  count_round(j);
  if (j->state != 1) free(j->text);
}

void field_changes_bad(struct job *j) {
  if (j->state == 1) free(j->text);
  begin_again(j);
  if (j->state != 1) free(j->text);  // report double-free: "'j->text' is freed twice"
}

// What is null now was null when it was freed.
void null_again_ok(char *p) {
  free(p);
  if (p == NULL) free(p);
}

// However much there is to tell of the way.
#define TEN_TIMES(call) call, call, call, call, call, call, call, call, call, call
static void let_go(char **p) {
  if (*p) {
    free(*p);
    *p = NULL;
  }
}
static void let_go_10(char **p) { TEN_TIMES(let_go(p)); }
static void let_go_100(char **p) { TEN_TIMES(let_go_10(p)); }
static void let_go_1000(char **p) { TEN_TIMES(let_go_100(p)); }
static void let_go_10000(char **p) { TEN_TIMES(let_go_1000(p)); }

void field_stays_on_a_long_way_ok(struct job *j, char *p) {
  let_go_10000(&p);
  if (j->state == 1) free(j->text);
  count_round(j);
  if (j->state != 1) free(j->text);
}

struct reply {
  int kind;
  char *text;
};
static void give_back(void *block) { free(block); }

// What gives memory back writes none: the kind is what it was.
int freed_for_one_kind_used_for_another_ok(struct reply *r, char *p) {
  if (r->kind == 1) free(p);
  give_back(r->text);
  if (r->kind == 2) return *p;
  return 0;
}

// What is freed now is found through what was freed before.
void field_is_freed_after_its_object_bad(struct reply *r) {
  free(r);
  free(r->text);  // report use-after-free: "'r' is used after it was freed"
}
char *field_grows_after_its_object_bad(struct reply *r) {
  free(r);
  return realloc(r->text, 10);  // report use-after-free: "'r' is used after it was freed"
}

// Of the ways to where the tracking begins one is walked, and what contradicts it there does not count.
int FP_freed_where_no_run_comes_ok(unsigned x, int *p) {
  if (x + x != 1) return 0;
  free(p);
  return *p;  // false use-after-free
}

void first_way(void);
void second_way(void);
// Where ways meet in the same state only the first is followed; the others are asked about where that
// is impossible.
int freed_before_an_impossible_way_bad(unsigned x, int *p) {
  free(p);
  if (x + x == 1) first_way();
  else second_way();
  return *p;  // report use-after-free
}
int freed_before_impossible_ways_ok(unsigned x, int *p) {
  free(p);
  if (x + x == 1) first_way();
  else if (x + x == 3) second_way();
  else return 0;
  return *p;
}
// What happens behind the place where they meet is the same on both.
int freed_and_copied_bad(unsigned x, int *p) {
  int *q;
  free(p);
  if (x + x == 1) first_way();
  else second_way();
  q = p;
  if (x > 7) return *q;  // report use-after-free
  return 0;
}

// A field behind a synonym is the same place.
void field_of_a_synonym_bad(struct reply *r) {
  struct reply *s = r;
  free(r->text);
  free(s->text);  // report double-free
}
void field_of_a_later_synonym_bad(struct reply *r) {
  free(r->text);
  struct reply *s = r;
  free(s->text);  // report double-free
}
void field_of_a_synonym_is_cleared_ok(struct reply *r) {
  struct reply *s = r;
  free(r->text);
  s->text = NULL;
  free(r->text);
}
void field_is_cleared_ok(struct reply *r) {
  free(r->text);
  struct reply *s = r;
  r->text = NULL;
  free(s->text);
}
// After the write it leads to another one.
void field_of_another_ok(struct reply *r, struct reply *other) {
  struct reply *s = r;
  s = other;
  free(r->text);
  free(s->text);
}
// A record's copy has its fields by value: both hold what was freed.
void FN_field_of_a_copy_bad(struct reply *r) {
  struct reply copy = *r;
  free(r->text);
  free(copy.text);  // missed double-free
}

// The callee writes its own copy of the pointer: the caller's leads where it did.
static void advance(char *p) { p = p + 1; }
int callee_writes_its_copy_bad(char *p) {
  free(p);
  advance(p);
  return *p;  // report use-after-free: "'p' is used after it was freed"
}
// What the callee itself freed before the write is lost.
static void frees_and_clears(char *p) {
  free(p);
  p = 0;
}
int FN_callee_frees_and_clears_its_copy_bad(char *p) {
  frees_and_clears(p);
  return *p;  // missed use-after-free
}

// Somebody else's code may have put something else into what it can name; not into what it cannot.
extern char *known_to_all;
static char *known_here;
void somebody_elses(void);
void keep_here(char *p) { known_here = p; }
void freed_again_after_a_change_ok(void) {
  free(known_to_all);
  somebody_elses();
  free(known_to_all);
}
void freed_again_bad(void) {
  free(known_here);
  somebody_elses();
  free(known_here);  // report double-free: "'known_here' is freed twice"
}

// What a loop sets to a few constants is known behind it, and in its next round.
void freed_in_a_loop_once_ok(char *p, int n, char **q) {
  int done = 0;
  for (int i = 0; i < n; ++i) {
    if (q[i] && !done) {
      free(p);
      done = 1;
    }
  }
  if (!done) free(p);
}

void freed_in_each_round_bad(char *p, int n, char **q) {
  int done = 0;
  for (int i = 0; i < n; ++i) {
    if (q[i]) {
      free(p);  // report double-free: "'p' is freed twice"
      done = 1;
    }
  }
  if (!done) free(p);
}

void freed_behind_a_loop_bad(char *p, int n, char **q) {
  int seen = 0;
  for (int i = 0; i < n; ++i)
    if (q[i]) seen = 1;
  free(p);
  if (seen) free(p);  // report double-free: "'p' is freed twice"
}

// A count is no flag.
void counted_in_a_loop_bad(char *p, int n, char **q) {
  int seen = 0;
  for (int i = 0; i < n; ++i)
    if (q[i]) ++seen;
  free(p);
  if (seen == 7) free(p);  // report double-free: "'p' is freed twice"
}

// Of a flag of many values, none is known.
void many_values_bad(char *p, int n, char **q) {
  int kind = 0;
  for (int i = 0; i < n; ++i) {
    switch (q[i][0]) {
      case 'a': kind = 1; break;
      case 'b': kind = 2; break;
      case 'c': kind = 3; break;
      case 'd': kind = 4; break;
      case 'e': kind = 5; break;
    }
  }
  free(p);
  if (kind == 3) free(p);  // report double-free: "'p' is freed twice"
}

// A callee that is handed what a place holds, and puts something else there.
struct stack {
  struct node *top, *other;
};
static void remove_top(struct node *n, struct stack *s) {
  if (n == s->top) s->top = NULL;
  free(n);
}
void removed_from_its_place_ok(struct stack *s) {
  remove_top(s->top, s);
  free(s->top);
}
static void replace_top(struct node *old, struct node *with, struct stack *s) {
  free(old);
  s->top = with;
}
int replaced_ok(struct stack *s, struct node *with) {
  replace_top(s->top, with, s);
  return s->top->refs;
}
int other_place_bad(struct stack *s, struct node *with) {
  replace_top(s->other, with, s);
  return s->other->refs;  // report use-after-free: "'s->other' is used after it was freed"
}
int what_it_held_bad(struct stack *s, struct node *with) {
  struct node *held = s->top;
  replace_top(held, with, s);
  return held->refs;  // report use-after-free: "'held' is used after it was freed"
}

// Where realloc fails it has moved nothing; a callee may call what it is given by any name.
static void *resize(void *old, size_t size) {
  void *mem;
  mem = realloc(old, size);
  if (mem) memset(mem, 0, 1);
  return mem;
}
static void hand_back(void *mem) {
  if (!mem) return;
  free(mem);
}
char *given_back_where_it_failed_ok(char *p, size_t size) {
  char *larger = resize(p, size);
  if (!larger) hand_back(p);
  return larger;
}

struct item {
  struct item *prev, *next;
  char *text;
};
struct items {
  struct item *head, *tail;
  int count;
};

static void take_out(struct items *l, struct item *i) {
  if (i->prev)
    i->prev->next = i->next;
  else
    l->head = i->next;
  if (i->next)
    i->next->prev = i->prev;
  else
    l->tail = i->prev;
  free(i);
  l->count--;
}
// What stood at the head when it was handed over is not what stands there now.
void emptied_ok(struct items *l) {
  while (l->count) {
    puts(l->head->text);
    take_out(l, l->head);
  }
}
void cut_to_length_ok(struct items *l, int most) {
  while (l->count > most) take_out(l, l->tail);
}
void taken_out_by_a_variable_bad(struct items *l) {
  struct item *first = l->head;
  take_out(l, first);
  puts(first->text);  // report use-after-free: "'first' is used after it was freed"
}
static struct items all_items;
static int is_idle;
static void drop_item(struct item *i) {
  if (!is_idle) {
    if (all_items.head == i) all_items.head = NULL;
  }
  free(i);
}
void known_by_a_global_ok(void) {
  drop_item(all_items.head);
  if (all_items.head) puts(all_items.head->text);
}
static void drop_only(struct items *l, struct item *i) {
  l->count--;
  free(i);
}
void left_in_its_place_bad(struct items *l) {
  drop_only(l, l->head);
  puts(l->head->text);  // report use-after-free: "'l->head' is used after it was freed"
}

// A copy of what a callee then writes is none any more.
static int refill(struct item *i, int again) {
  if (!again) return 0;
  i->text = strdup("again");
  return 1;
}
void copied_and_filled_again_ok(struct item *a, struct item *b, int again) {
  a->text = b->text;
  refill(a, again);
  free(b->text);
  puts(a->text);
}
static int measure(struct item *i) { return (int)strlen(i->text); }
void copied_and_measured_bad(struct item *a, struct item *b) {
  a->text = b->text;
  measure(a);
  free(b->text);
  puts(a->text);  // report use-after-free: "'a->text' is used after it was freed"
}

// By the way back from what is freed.
struct link {
  struct peer *peer;
  char *text;
};
struct peer {
  struct link *in, *out;
};
static void free_link(struct link *l) {
  if (l->peer) {
    if (l->peer->in == l) l->peer->in = NULL;
    if (l->peer->out == l) l->peer->out = NULL;
  }
  free(l);
}
void by_the_way_back_ok(struct peer *p) {
  free_link(p->in);
  if (p->in) puts(p->in->text);
}
struct tree {
  struct tree *left, *right;
};
static void free_tree(struct tree *t) {
  if (!t) return;
  free_tree(t->left);
  free_tree(t->right);
  t->left = t->right = NULL;
  free(t);
}
int own_fields_bad(struct tree *t) {
  free_tree(t->left);
  return t->left->right == NULL;  // report use-after-free: "'t->left' is used after it was freed"
}

// Handing a record to a function that only gives it back writes none, and counting does not either.
struct answer {
  int type, length;
  struct answer *parts;
};
static unsigned long used;
static void give(void *p) {
  if (!p) return;
  __atomic_fetch_sub(&used, 1, __ATOMIC_RELAXED);
  free(p);
}
void end_answer_ok(struct answer *r) {
  if (r->type == 1) {
    for (int i = 0; i < r->length; ++i) end_answer_ok(r->parts + i);
    give(r->parts);
  }
  if (r->type == 2) {
    for (int i = 0; i < r->length; ++i) end_answer_ok(r->parts + 2 * i);
    give(r->parts);
  }
}
static void clear(struct answer *r) { r->type = 2; }
void end_cleared_answer_bad(struct answer *r) {
  if (r->type == 1) free(r->parts);
  clear(r);
  if (r->type == 2) free(r->parts);  // report double-free: "'r->parts' is freed twice"
}

// What a callee has made itself its callers did not know before.
struct knot {
  struct knot *next;
  char *entry;
  unsigned plain : 2, count : 16;
};
static struct knot *make_knot(void) {
  struct knot *made = malloc(sizeof *made);
  if (!made) return NULL;
  made->plain = 0;
  return made;
}
static void add_behind(struct knot *k) {
  struct knot *made = make_knot(), *same = made;
  if (!same) return;
  same->plain = 1;
  same->next = k->next;
  k->next = made;
}
static void drop_one(struct knot *k) {
  if (k->plain)
    free(k);
  else
    k->count--;
}
void after_a_new_one_ok(struct knot *k) {
  if (k->plain) return;
  add_behind(k);
  drop_one(k);
  puts(k->entry);
}
static void mark_next(struct knot *k) {
  struct knot *next = k->next;
  if (next) next->plain = 1;
}
void after_a_known_one_bad(struct knot *k) {
  if (k->plain) return;
  mark_next(k);
  drop_one(k);
  puts(k->entry);  // report use-after-free: "'k' is used after it was freed"
}
