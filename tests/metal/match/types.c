typedef unsigned long size_t;
typedef struct foo {
  int a;
} foo_t;
typedef foo_t *handle;
typedef struct {
  int held;
} lock_t;
enum color { RED, BLUE = 7 };
void f(const void *p);
void g();

void tags(struct foo *a, foo_t *b, handle c, const struct foo *d, struct foo *const e, foo_t all[3],
          struct foo **deep, void *v) {
  f(a);  // match: tagged tag=a; named name=a; scalar number=a; pointed pointer=a
  f(b);  // match: tagged tag=b; named name=b; handled whole=b; scalar number=b; pointed pointer=b
  f(c);  // match: tagged tag=c; named name=c; handled whole=c; scalar number=c; pointed pointer=c
  f(d);  // match: scalar number=d; pointed pointer=d
  f(e);  // match: tagged tag=e; named name=e; scalar number=e; pointed pointer=e
  f(all);  // match: tagged tag=all; named name=all; handled whole=all; scalar number=all; pointed pointer=all
  f(deep);  // match: scalar number=deep; pointed pointer=deep; doubled twice=deep
  f(v);  // match: scalar number=v; pointed pointer=v
  f((struct foo *)v);  // match: tagged tag=v; named name=v; scalar number=v; pointed pointer=v
}

void values(lock_t l, lock_t *p, unsigned long n, size_t s, const char *t, char *u, int i) {
  g(l);  // match: locked lock=l
  g(*p);  // match: locked lock=*p
  g(n);  // match: sized size=n; aliased alias=n; scalar number=n
  g(s);  // match: sized size=s; aliased alias=s; scalar number=s
  g(i);  // match: scalar number=i
  f(t);  // match: worded text=t; scalar number=t; pointed pointer=t
  f(u);  // match: scalar number=u; pointed pointer=u
  f("text");  // match: scalar number="text"; pointed pointer="text"
  f(0);  // match: scalar number=0; pointed pointer=0
}

void constants(enum color c) {
  g(BLUE);  // match: scalar number=7; enumerated; value
  g(RED);  // match: scalar number=0
  g(7);  // match: scalar number=7; enumerated; value
  g(c);  // match: scalar number=c
}

void each(int (*visit)(int));
int visited(int n);
long counted(int n);

void functions(int (*given)(int)) {
  each(visited);  // match: called_back callback=visited
  each(&visited);  // match: called_back callback=visited
  each(given);  // match: called_back callback=given
  each((void *)counted);
}
