// Handed to functions without a body: they may call it, with anything.
typedef unsigned long size_t;
void qsort(void *base, size_t n, size_t size, int (*compare)(const void *, const void *));
void (*signal(int number, void (*handler)(int)))(int);
struct sigaction {
  void (*handler)(int);
  int flags;
};
int sigaction(int number, const struct sigaction *act, struct sigaction *old);
static int by_value(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static void on_int(int n) { (void)n; }
static void on_hup(int n) { (void)n; }
static void unrelated(void) {}
static void (*hook)(void) = unrelated;
int main(void) {
  int v[3] = {3, 1, 2};
  struct sigaction act = {.handler = on_hup};
  qsort(v, 3, sizeof v[0], by_value);
  void (*old)(int) = signal(2, on_int);
  sigaction(1, &act, 0);
  if (old) old(2);
  hook();
  return 0;
}
