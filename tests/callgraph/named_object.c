// A table that is only used by name keeps its functions apart from others of its type.
struct ops {
  void (*run)(void);
};
static void a(void) {}
static void b(void) {}
static const struct ops first = {a};
static const struct ops second = {b};
void run_first(void) { first.run(); }
void run_second(void) {
  struct ops copy = second;
  copy.run();
}
int main(void) {
  run_first();
  run_second();
  return 0;
}
