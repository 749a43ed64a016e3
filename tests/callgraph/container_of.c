// From a member back to its record: no other fields are mixed up by it.
struct link {
  void (*notify)(void);
};
struct widget {
  void (*draw)(void);
  struct link link;
};
#define container_of(p, type, member) ((type *)((char *)(p) - __builtin_offsetof(type, member)))
static void draw(void) {}
static void notify(void) {}
static struct widget widget = {draw, {notify}};
static void fire(struct link *l) {
  struct widget *w = container_of(l, struct widget, link);
  l->notify();
  w->draw();
}
int main(void) {
  fire(&widget.link);
  return 0;
}
