// rule: counts.metal
void f(void);
static void helper(void) { f(); }
void a(int x) {
  if (x) helper();
  f();
}
void b(void) {
  helper();
  f();
}
