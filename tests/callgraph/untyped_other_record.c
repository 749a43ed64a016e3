// One record is looked at through a pointer to another: fields at equal offsets are the same.
struct base {
  void (*run)(void);
};
struct extended {
  void (*start)(void);
  void (*stop)(void);
};
static void go(void) {}
static void halt(void) {}
static void call(struct base *b) { b->run(); }
static void call_opaque(void *p) {
  struct base *b = p;
  b->run();
}
int main(void) {
  struct extended e;
  e.start = go;
  e.stop = halt;
  call((struct base *)&e);
  call_opaque(&e);
  return 0;
}
