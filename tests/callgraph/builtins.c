// The compiler's own functions move pointers without being calls.
typedef void (*fn)(void);
static void a(void) {}
static void b(void) {}
static void c(void) {}
static fn slot, other, third;
static _Atomic(fn) shared;
static void run(void) {
  fn f = __atomic_load_n(&slot, 5);
  f();
}
static void swap(void) {
  fn f = __sync_lock_test_and_set(&other, b);
  if (f) f();
}
static void copy(void) {
  fn from = c;
  __builtin_memcpy(&third, &from, sizeof third);
  third();
}
static void atomic(void) {
  shared = a;
  shared();
  __c11_atomic_store(&shared, b, 5);
}
static void likely(fn f) {
  if (__builtin_expect(f != 0, 1)) f();
}
int main(void) {
  __atomic_store_n(&slot, a, 5);
  other = c;
  run();
  swap();
  copy();
  atomic();
  likely(c);
  return 0;
}
