struct tracked {
  int f;
  int a[4];
  struct tracked *next;
};
struct lock {
  int held;
};
int counter;
void f(struct tracked *p);
void reset(struct tracked **p);
void take(struct lock *l);
void copy(struct lock l);

void uses(struct tracked *p, struct tracked *q) {
  f(p);  // match: use v=p
  q = p;  // match: use v=p
  q = 0;
  struct tracked *r = q;  // match: use v=q
  if (p) f(0);  // match: use v=p; use branch v=p
  q++;  // match: use v=q
  q += 1;  // match: use v=q
  reset(&p);
  counter = sizeof p->f;
  counter = sizeof(p);
  p->next = 0;  // match: use v=p; dereference v=p
  q = p->next;  // match: use v=p; dereference v=p; use v=p->next
}

int dereferences(struct tracked *p) {
  int *a = &p->f;  // match: use v=p
  int *b = p->a;  // match: use v=p
  int c = p->a[1];  // match: use v=p; dereference v=p
  int d = (*p).f;  // match: use v=p; dereference v=p
  *p;  // match: use v=p; dereference v=p
  struct tracked e = *p;  // match: use v=p; dereference v=p
  return (*p).a[2] + p[1].f;  // match: use v=p; dereference v=p; use v=p; dereference v=p
}

void objects(struct lock l, struct lock *m) {
  take(&l);  // match: object l=l
  copy(l);  // match: object l=l
  l.held = 1;
  counter = l.held;  // match: object l=l
  copy(*m);  // match: object l=*m
}
