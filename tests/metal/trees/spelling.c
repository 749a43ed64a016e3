struct s {
  int f;
  struct s *next;
  int a[4];
  union {
    int inner;
  };
};
static int global;
int called(int n);
int show();

void shows(struct s *p, struct s t, int *q, int i, unsigned u, double d) {
  show(p, *p, p->f);  // trees: p; *p; p->f
  show(t.f, t.a[i], t.inner, p->inner);  // trees: t.f; t.a[i]; t.inner; p->inner
  show(p->next->next->f, (*p).f);  // trees: p->next->next->f; p->f
  show(q[i], *(q + i), *(i + q), q[0]);  // trees: q[i]; q[i]; q[i]; *q
  show(&q[i], &*q, *&q, &t.f);  // trees: &q[i]; q; q; &t.f
  show(global, called(3), -1, 'a');  // trees: global; called(3); -1; 97
  show(i + 1, i * (i + 2), -i, ~i);  // trees: i + 1; i * (i + 2); -i; ~i
  show(!q, q == 0, 0 == q, q != 0, !!q);  // trees: q == 0; q == 0; q == 0; q != 0; q != 0
  show(i = 3, i += 2, ++i, i++);  // trees: i; i; i; i++
  show((long)i, (char)i, (int)d, (void *)q);  // trees: i; (char)i; (int)d; q
  show("text", sizeof(int), i ? 1 : 2, i && u);  // trees: "text"; 4; i ? 1 : 2; i && u
  show((i, u), ({ i; }));  // trees: u; i
  show(1.5, 2.5f, d + 1.0);  // trees: 1.5; 2.5; d + 1
}
