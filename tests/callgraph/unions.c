// Members of a union share their bytes.
union handler {
  void (*plain)(int);
  void (*with_info)(int, void *);
  struct {
    void (*nested)(int);
    void (*second)(int);
  } pair;
};
struct action {
  union handler u;
  int flags;
};
static void on_signal(int n) { (void)n; }
static void other(int n) { (void)n; }
static void fire(struct action *a) {
  a->u.with_info(1, 0);
  a->u.pair.nested(1);
  a->u.pair.second(1);
}
int main(void) {
  struct action a;
  a.u.plain = on_signal;
  a.u.pair.second = other;
  fire(&a);
  return 0;
}
