struct foo {
  struct foo *next;
  int value;
};

int used_where_null_bad(struct foo *p) {
  if (p == 0) return p->value;  // report null-deref: "`p` is used where it was found to be null"
  return 0;
}

int falls_through_bad(struct foo *p, int *errors) {
  if (!p) ++*errors;
  return p->value;  // report null-deref: "`p` is used where it was found to be null"
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
