// Who names which fields and globals: asked by tests/unit/machines/reach_test.cpp.
#define EIGHT(n) n##0, n##1, n##2, n##3, n##4, n##5, n##6, n##7
struct many {  // more than a word has bits
  int EIGHT(a), EIGHT(b), EIGHT(c), EIGHT(d), EIGHT(e), EIGHT(f), EIGHT(g), EIGHT(h), EIGHT(i);
  int last;
};
int own;

int names_one(struct many *m) { return m->a0; }
int passes_on(struct many *m) { return names_one(m); }
void copies_all(struct many *to, const struct many *from) { *to = *from; }

int pong(struct many *m, int n);
int ping(struct many *m, int n) { return n ? pong(m, n - 1) : names_one(m); }
int pong(struct many *m, int n) {
  m->last = n;
  return ping(m, n);
}

int names_own(void) { return own; }
int calls_both(struct many *m, struct many *other) {
  copies_all(m, other);
  return passes_on(m) + names_own();
}
