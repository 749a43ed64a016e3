// Records, arrays, bit-fields, unions and pointers to locals.
struct pair {
  int a, b;
};
struct bits {
  unsigned low : 3;
  int middle : 6;
  unsigned high : 9;
};
static struct pair swap(struct pair p) {
  struct pair q = {p.b, p.a};
  return q;
}
int records(int a, int b) {
  struct pair p = {a, b};
  if (a > b) p = swap(p);
  return p.a * 2 + p.b;
}
int fields(unsigned a, int b) {
  struct bits s = {a, b, a ^ 5u};
  s.middle += 3;
  if (s.low == 2) s.high = 511;
  return s.low + s.middle * 8 + (int)s.high * 1024;
}
int through_pointers(int a, int b, int c) {
  int x = a, y = b;
  int *p = c ? &x : &y;
  *p += 1;
  return x * 3 + y;
}
int indices(unsigned i, unsigned j) {
  int t[4] = {10, 20, 30, 40};
  t[i & 3] = 7;
  return t[j & 3];
}
int punned(unsigned a) {
  union {
    unsigned word;
    unsigned char bytes[4];
    struct {
      unsigned short low, high;
    } halves;
  } u;
  u.word = a;
  u.bytes[1] = 0x5a;
  return u.halves.low ^ u.halves.high;
}
static const int table[8] = {1, 2, 4, 8, 16, 32, 64, 128};
static int counter = 5;
int globals(unsigned i, int b) {
  if (b > 0) counter += table[i % 8];
  int seen = counter;
  counter = 5;
  return seen;
}
int chosen_record(int c, int a) {
  struct pair p = {a, 1}, q = {2, a};
  struct pair r = c ? p : q;
  struct pair *s = c > 3 ? &p : &r;
  s->b += 4;
  return r.a + r.b * 16 + p.b;
}
struct links {
  int *first, *second;
};
int pointers_set_on_paths(unsigned n, int c) {
  int x = n & 7, y = n & 15;
  struct links p;
  p.second = &y;
  if (c > 0) p.first = &x;
  if (c > 4)
    p.second = &x;
  else if (c < -4)
    p.second = 0;
  int sum = c > 2 ? *p.first : 1;
  if (p.second) sum += 10 * *p.second;
  return sum;
}
