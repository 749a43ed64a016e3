struct item {
  int value;
};
struct item *find(int key);

int a_ok(void) {
  struct item *i = find(1);
  return i ? i->value : 0;
}
int b_ok(void) {
  struct item *i = find(2);
  if (i == 0) return 0;
  return i->value;
}
int c_ok(void) {
  struct item *i = find(3);
  if (!i) return 0;
  return i->value;
}
int d_ok(void) {
  struct item *i = find(4);
  if (!i) return 0;
  return i->value;
}
int e_ok(void) {
  struct item *i = find(5);
  if (!i) return 0;
  return i->value;
}
int f_ok(void) {
  struct item *i = find(6);
  if (!i) return 0;
  return i->value;
}
int g_ok(void) {
  struct item *i = find(7);
  if (!i) return 0;
  return i->value;
}
int h_ok(void) {
  struct item *i = find(8);
  if (!i) return 0;
  return i->value;
}
int i_ok(void) {
  struct item *i = find(9);
  if (!i) return 0;
  return i->value;
}
int many_ok(void) {
  struct item *i = find(11), *j = find(12), *k = find(13), *l = find(14), *m = find(15);
  struct item *n = find(16), *o = find(17), *p = find(18), *q = find(19), *r = find(20);
  return (i != 0) + (j != 0) + (k != 0) + (l != 0) + (m != 0) + (n != 0) + (o != 0) + (p != 0) +
         (q != 0) + (r != 0);
}
int forgotten_bad(void) {
  struct item *i = find(10);
  return i->value;  // report null-unchecked: "'i', from 'find', is used without a look whether it is null"
}

struct item *first(void);
int nobody_looks_a_ok(void) { return first()->value; }
int nobody_looks_b_ok(void) {
  struct item *i = first();
  return i->value;
}
