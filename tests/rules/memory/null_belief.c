#include <string.h>
#include <unistd.h>

struct foo {
  struct foo *next;
  int value;
};

int used_where_null_bad(struct foo *p) {
  if (p == 0) return p->value;  // report null-deref: "'p' is used where it was found to be null"
  return 0;
}

int falls_through_bad(struct foo *p, int *errors) {
  if (!p) ++*errors;
  return p->value;  // report null-deref: "'p' is used where it was found to be null"
}

int checked_ok(struct foo *p) {
  if (!p) return -1;
  return p->value;
}

int both_sides_ok(struct foo *p, struct foo *other) {
  if (!p) p = other;
  return p->value;
}

int last_ok(struct foo *p) {
  int sum = 0;
  for (; p; p = p->next) sum += p->value;
  return sum;
}

int same_condition_ok(struct foo *p, int n) {
  if (p) n = p->value;
  if (p) n += p->value;
  return n;
}

int used_in_a_condition_bad(struct foo *p, int *errors) {
  if (!p) ++*errors;
  if (p->next) return 1;  // report null-deref: "'p' is used where it was found to be null"
  return p->value;
}

int assigned_and_compared_bad(struct foo *list) {
  struct foo *p;
  if ((p = list->next) == 0) return p->value;  // report null-deref: "'p' is used where it was found to be null"
  return p->value;
}

#define VALUE_OR(p, other) ((p) ? (p)->value : (other))

// The macro compares for all who use it; it says nothing about this pointer.
int compared_by_a_macro_ok(struct foo *p) {
  int first = VALUE_OR(p, 0);
  return first + p->value;
}

int both_or_neither_ok(struct foo *p, struct foo *q) {
  if (!p && !q) return 0;
  if (p) return p->value;
  return q->value;
}

// The comparison guards the rest of the condition; that the count is zero exactly where the list is
// null is known to the whole program only.
int null_only_when_empty_ok(struct foo *list, int count) {
  if (list == 0 && count == 0) return 0;
  return list->value;
}

int guarded_once_bad(struct foo *p) {
  if (p && p->value > 3) return 1;
  return p->value;  // report null-deref: "'p' is used where it was found to be null"
}

// That the list is null only where there is nothing to count is known elsewhere.
int FP_nothing_to_count_ok(struct foo *list, int count) {
  if (!list) ++count;
  if (count < 10) return 0;
  return list->value;  // false null-deref
}

static int first_of(struct foo *p) { return p->value; }

// One function at a time.
int FN_used_by_a_callee_bad(struct foo *p, int *errors) {
  if (!p) ++*errors;
  return first_of(p);  // missed null-deref
}

int in_the_alternative_bad(struct foo *p, int forced) {
  if (p || forced) return p->value;  // report null-deref: "'p' is used where it was found to be null"
  return 0;
}

int alternative_looks_again_ok(struct foo *p, int forced) {
  if (p || forced) return p ? p->value : forced;
  return 0;
}

// First used, then compared: the other half of the belief.
int FN_compared_after_use_bad(struct foo *p) {
  int value = p->value;
  if (!p) return 0;  // missed null-deref
  return value;
}

struct holder {
  struct foo *item;
};
int fill(struct holder *h);
int look(const struct holder *h);

int filled_by_a_callee_ok(struct holder *h) {
  if (h->item == 0) {
    if (fill(h) != 0) return -1;
  }
  return h->item->value;
}

int only_looked_at_by_a_callee_bad(const struct holder *h) {
  if (h->item == 0) {
    if (look(h) != 0) return -1;
  }
  return h->item->value;  // report null-deref: "'h->item' is used where it was found to be null"
}

static struct foo *shared;
static void make_shared(void) {
  static struct foo only;
  shared = &only;
}

int made_by_a_callee_ok(void) {
  if (!shared) make_shared();
  return shared->value;
}

// Behind the loop, `next` is null or is `node`, not both.
int copied_in_a_loop_ok(struct foo *node, int depth) {
  struct foo *next = node->next;
  while (depth--) {
    next = node->next;
    if (next == 0) break;
    node = next;
  }
  if (next) return next->value;
  return node->value;
}

struct request {
  struct holder *holder;
};
static int prepare(struct request *r) { return fill(r->holder); }

// What the callee was given leads to the field, by another name.
int filled_through_another_name_ok(struct request *r) {
  struct holder *h = r->holder;
  if (h->item == 0) {
    if (prepare(r) != 0) return -1;
  }
  return h->item->value;
}

// What is null has no elements.
int empty_list_ok(struct foo *all, int count) {
  int sum = 0;
  if (!all) ++sum;
  for (int i = 0; i < count; ++i) sum += all[i].value;
  return sum;
}

int in_the_same_loop_bad(struct foo *p, int count) {
  for (int i = 0; i < count; ++i) {
    if (!p) count = 3;
    count -= p->value;  // report null-deref: "'p' is used where it was found to be null"
  }
  return count;
}

// In a later round.
int next_round_ok(struct foo *p, const int *kinds, int count) {
  int sum = 0;
  for (int i = 0; i < count; ++i) {
    if (kinds[i] == 1) sum += p->value;
    if (kinds[i] == 2 && count > 3) {
      if (!p) ++sum;
    }
  }
  return sum;
}

// Followed before, it was not null.
int followed_before_ok(struct foo *p, struct foo *q, int wants) {
  q->value = p->value;
  q->next = wants ? 0 : p;
  if (q->next) return 1;
  return p->value;
}

struct foo *next_of(struct foo *p);

int end_of_a_list_bad(struct foo *p, int value) {
  while (p && p->value != value) p = next_of(p);
  return p->value;  // report null-deref: "'p' is used where it was found to be null"
}

int guarded_with_more_ok(struct foo *p, int is_there) {
  if (p && p->value == 3) return 3;
  if (is_there) return p->value;
  return 0;
}

size_t measured_bad(const char *s, int *errors) {
  if (!s) ++*errors;
  return strlen(s);  // report null-deref: "'s' is used where it was found to be null"
}

int options_ok(int argc, char **argv) {
  int checks = 0, c;
  size_t length = 0;
  while ((c = getopt(argc, argv, "c::p:")) != -1) {
    if (c == 'c') checks = optarg ? *optarg : 'c';
    if (c == 'p') length = strlen(optarg);
  }
  return checks + (int)length;
}

// The loop goes round only with a pointer that is not null, and begins with one.
int skipped_words_ok(char *text, int words) {
  char *p = strrchr(text, ')');
  if (!p) return 0;
  p++;
  while (p && words--) {
    p = strchr(p, ' ');
    if (p)
      p++;
    else
      return 0;
  }
  return (int)strlen(p);
}
int skipped_to_the_end_bad(char *text, int words) {
  char *p = strrchr(text, ')');
  if (!p) return 0;
  p++;
  while (p && words--) {
    p = strchr(p, ' ');
    if (p) p++;
  }
  return (int)strlen(p);  // report null-deref: "'p' is used where it was found to be null"
}

// GNU's `error` comes back only where its status is 0.
void error(int status, int number, const char *format, ...);
int given_up_ok(char *p) {
  if (!p) error(1, 0, "no text");
  return *p;
}
int only_told_bad(char *p) {
  if (!p) error(0, 0, "no text");
  return *p;  // report null-deref: "'p' is used where it was found to be null"
}

// A pointer that was counted up is no null.
int counted_up_ok(const char *s) {
  const char *name = NULL;
  if (*s++ == '-') name = ++s;
  if (name == NULL) return s[0] == 'x' ? *s : 0;
  return *name;
}
int not_counted_bad(const char *s) {
  const char *name = s;
  if (name == NULL) return *s;  // report null-deref: "'s' is used where it was found to be null"
  return 0;
}
