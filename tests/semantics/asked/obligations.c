// Each function leaves one thing unsure, or, by its name, nothing.
extern int delivered(void);

int follows_parameter(int *p) { return *p; }
int checks_first(int *p) { return p ? *p : 0; }
int divides_by_unknown(unsigned a) { return (int)(a / (unsigned)delivered()); }
int follows_null(void) {
  int *p = 0;
  return *p;
}
int indexes(unsigned i) {
  int t[4] = {1, 2, 3, 4};
  return t[i];
}
int indexes_checked(unsigned i) {
  int t[4] = {1, 2, 3, 4};
  return i < 4 ? t[i] : 0;
}
int reads_unwritten(void) {
  int x;
  return x;
}
int adds(int a, int b) { return a + b; }
int adds_small(signed char a, signed char b) { return a + b; }
int shifts(int n) { return 1 << n; }
int writes_on_one_path(int c) {
  int x;
  if (c) x = 1;
  return x;
}
int reads_one_of_unwritten(unsigned i) {
  int t[4];
  return i < 4 ? t[i] : 0;
}
int reads_one_of_some(unsigned i) {
  int t[4];
  t[0] = t[2] = 1;
  return i < 4 ? t[i] : 0;
}
int writes_one_of_unwritten(unsigned i) {
  int t[4];
  if (i < 4) t[i] = 1;
  return 0;
}
struct record {
  char c;  // padding follows
  int i;
  long l;
};
int copies_padding(int c, int i) {
  struct record a, b, x;
  a.c = b.c = 1;
  a.i = 2;
  b.i = 3;
  a.l = b.l = i;
  x = *(c ? &a : &b);
  return x.i;
}
int zeroes_one(int c) {
  struct record a = {1, 1, 1}, b = {1, 1, 1};
  *(c ? &a : &b) = (struct record){0};
  return a.i + b.i;
}
struct inner {
  int n;
};
struct outer {
  long id;
  int count;
  struct inner in;
};
#define CONTAINER(p) ((struct outer *)((char *)(p) - __builtin_offsetof(struct outer, in)))
int container_keeps(struct inner *p) {
  struct outer *whole = CONTAINER(p);
  whole->count = 5;
  p->n = 2;
  return whole->count * 10 + whole->in.n;
}
int container_is_one(struct inner *p) {
  long before = CONTAINER(p)->id;
  return before == CONTAINER(p)->id && &CONTAINER(p)->in == p;
}
int container_on_one_path(struct inner *p, int c) {
  if (c) CONTAINER(p)->count = 1;
  int n = CONTAINER(p)->count;
  return c ? n : 1;
}
