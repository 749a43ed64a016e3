// Records copied, passed and returned by value.
struct cb {
  void (*on)(void);
  void (*off)(void);
};
static void on(void) {}
static void off(void) {}
static struct cb make(void) {
  struct cb c = {.on = on};
  c.off = off;
  return c;
}
static void use(struct cb c) { c.on(); }
int main(void) {
  struct cb a = make(), b;
  b = a;
  use(b);
  b.off();
  use((struct cb){on, 0});
  return 0;
}
