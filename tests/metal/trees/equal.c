// Up to line 29 the arguments of each `show` are one tree; from there on they are different ones.
struct s {
  int f;
  struct s *next;
};
int global;
int show();
int called(int);
void equal(struct s *p, struct s t, int *q, int i, int a[8]) {
  show(p->f, (*p).f, p[0].f);
  show(*q, q[0], *(q + 0), *&*q);
  show(a[i], i[a], *(a + i));
  show(q, &q[0], &*q, (int *)(void *)q, (const int *)q);
  show(!q, q == 0, 0 == q, !(q != 0));
  show(i, (long)i, +i, (i));
  show(0, (void *)0, '\0');
  show(called(i), called((i)));
  show(t.next->f, (*t.next).f);
}









// Line 30.
void different(struct s *p, struct s t, int *q, int *r, int i, unsigned u) {
  show(p->f, t.f);
  show(*q, *r);
  show(*(char *)q, *q);
  show(((char *)q)[i], q[i]);
  show(i, (char)i, (unsigned char)i);
  show(i < 3, u < 3);
  show(called(1), called(2));
  show(i++, i);
}
void other(struct s *p, int i) { show(p, global); }
