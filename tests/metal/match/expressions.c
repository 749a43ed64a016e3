struct s {
  int f;
  struct s *next;
};
int g;
int take(long n);
int take_float(float f);
int take_s(struct s s);
int say(const char *text);

void places(int *p, int **q, struct s *s, struct s t, int n) {
  take(*p);  // match: deref v=p; any_deref v=p
  take(**q);  // match: deref v=q; any_deref v=q; deref v=*q; any_deref v=*q
  take(p[2]);  // match: deref v=p; any_deref v=p; element v=p i=2
  take(*(p + 2));  // match: sum v=p x=2; deref v=p; any_deref v=p; element v=p i=2
  take(s->f);  // match: deref v=s; any_deref v=s; field v=s; dot x=*s
  take(s->next->f);  // match: deref v=s; any_deref v=s; deref v=s->next; any_deref v=s->next; field v=s->next; dot x=*s->next
  take(t.f);  // match: dot x=t
  take(*p++);  // match: increment v=p; deref v=p; any_deref v=p
  g = sizeof *p;
  take((long)&s->f);  // match: field v=s; dot x=*s; address x=*s
  take((long)&t.f);  // match: dot x=t; address x=t
  int *r = &p[1];  // match: element v=p i=1; set v=r x=&p[1]
}

void arithmetic(int n, unsigned u) {
  take(n + 1);  // match: plus i=n
  take(n + 2);
  take(-n);  // match: minus i=n
  take(-1);  // match: minus i=1; minus_one
  take(~n);  // match: bits i=n
  take(n * 2);  // match: product i=n
  take(n / 3);  // match: quotient i=n
  take(n % 4);  // match: rest i=n
  take(n << 5);  // match: shift i=n
  take(n >> 6);  // match: right i=n
  take(n & 7);  // match: masked i=n
  take(n | 8);  // match: either i=n
  take(n ^ 9);  // match: exclusive i=n
  n |= 16;  // match: or_to i=n
  n &= 16;
}

void pointers(char *p, int n) {
  p++;  // match: increment v=p
  ++p;
  --p;  // match: before v=p
  p += 1;  // match: add_to v=p
  p += 2;
  char *q = p + n;  // match: sum v=p x=n; set v=q x=p + n
  take(q - p);
}

void writes(int *p, int *q, struct s *s) {
  p = q;  // match: set v=p x=q
  int *r = q;  // match: set v=r x=q
  s->next = 0;  // match: deref v=s; any_deref v=s; set v=s->next x=0
  p = (int *)s;  // match: set v=p x=s
  int n = 3;
}

void others(int n, int m, int *p) {
  take(n), take(m);  // match: sequence x=n y=m
  take(n ? 1 : m);  // match: choice x=n y=m
  take(n ? 2 : m);
  say("a\n");  // match: text
  say("a");
  take('c');  // match: letter
  take('d');
  take_float(.5f);  // match: half
  take_float(1.5f);
  take(0x1f);  // match: hexadecimal
  take(31);  // match: hexadecimal
  take(32);
  take(sizeof(struct s));  // match: whole
  take(sizeof n);
  int z[2] = {n, 3};  // match: list x=n
  int y[2] = {n, 4};
  take_s((struct s){n});  // match: literal x=n y=0
  take_s((struct s){n, 0});  // match: literal x=n y=0
  say((char *)p);  // match: cast v=p
  take(*(char *)p);  // match: cast v=p; deref v=p; any_deref v=p
}
