// Loops, calls, jumps.
int sums(int n) {
  int s = 0;
  for (int i = 0; i < (n & 7); i++) {
    if (i == 3) continue;
    s += i * n;
    if (s > 1000) break;
  }
  return s;
}
int nested(unsigned n, unsigned m) {
  int s = 0;
  for (unsigned i = 0; i < (n & 3); i++)
    for (unsigned j = i; j < (m & 3); j++) s = s * 5 + (int)(i ^ j) + 1;
  return s;
}
static int twice(int x) { return x > 100 ? x : x * 2; }
static int steps(int x, int n) {
  while (n-- > 0) x = twice(x);
  return x;
}
int calls(int x, int n) { return steps(x & 15, n & 3) - twice(n & 255); }
static int fact(unsigned n) { return n < 2 ? 1 : (int)n * fact(n - 1); }
int recursion(unsigned n) { return fact(n & 3) + 1; }
int jumps(int a) {
  int n = 0;
again:
  if (++n > 4) goto out;
  if ((a >> n) & 1) goto again;
  n += 10;
out:
  return n;
}
static int add(int a, int b) { return (a & 255) + (b & 255); }
static int sub(int a, int b) { return (a & 255) - (b & 255); }
int pointers_to_code(int a, int b) {
  int (*f)(int, int) = add;
  f = sub;
  return f(a, b);
}
int does_while(unsigned a) {
  int n = 0;
  do {
    n++;
    a >>= 3;
  } while (a && n < 6);
  return n;
}
