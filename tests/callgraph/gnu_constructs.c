// Statement expressions, compound literals, `?:` without a middle, cleanup, ranges.
typedef int (*op)(int);
struct handlers {
  op table[4];
};
static int a(int x) { return x; }
static int b(int x) { return x + 1; }
static int c(int x) { return x + 2; }
static void release(op *slot) { (*slot)(0); }
static struct handlers *ranged = &(struct handlers){.table = {[0 ... 2] = a, [3] = b}};
static int pick(op first) {
  op chosen = first ?: c;
  return chosen(1);
}
static int expression(void) {
  return ({
    op inner = b;
    inner;
  })(2);
}
static void scoped(void) {
  op guard __attribute__((cleanup(release))) = c;
  (void)guard;
}
int main(void) {
  scoped();
  return ranged->table[1](1) + pick(a) + expression();
}
