// Function pointers in a variable argument list.
typedef void (*task)(void);
static void first(void) {}
static void second(void) {}
static void run_list(__builtin_va_list list, int n) {
  while (n-- > 0) __builtin_va_arg(list, task)();
}
static void run(int n, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, n);
  __builtin_va_arg(list, task)();
  run_list(list, n - 1);
  __builtin_va_end(list);
}
int main(void) {
  run(2, first, second);
  return 0;
}
