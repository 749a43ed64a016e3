// Functions that nobody defines, and what their declarations say of them.
#include <stddef.h>

struct widget {
  int width;
};

void widget_free(struct widget *w);
__attribute__((malloc(widget_free))) struct widget *widget_new(int width);
__attribute__((malloc(widget_free, 1), returns_nonnull)) struct widget *widget_need(int width);

void pool_free(void *p);
__attribute__((malloc(pool_free, 1), alloc_size(1))) void *pool_alloc(size_t size);

int lost_bad(int width) {
  struct widget *w = widget_need(width);
  return w->width;  // report leak: "leaking memory 'w'"
}

void given_back_ok(int width) {
  struct widget *w = widget_new(width);
  if (!w) return;
  w->width = 2;
  widget_free(w);
}

int not_looked_at_bad(int width) {
  struct widget *w = widget_new(width);
  int is = w->width;  // report null-deref: "dereferencing NULL pointer 'w'"
  widget_free(w);
  return is;
}

int never_null_ok(int width) {
  struct widget *w = widget_need(width);
  int is = w->width;
  widget_free(w);
  return is;
}

void twice_bad(int width) {
  struct widget *w = widget_need(width);
  widget_free(w);
  widget_free(w);  // report double-free: "freeing 'w', which is freed already"
}

int used_later_bad(int width) {
  struct widget *w = widget_need(width);
  widget_free(w);
  return w->width;  // report use-after-free: "dereferencing pointer 'w' to freed memory"
}

void another_gives_back_bad(int width) {
  struct widget *w = widget_need(width);
  pool_free(w);  // report invalid-free: "freeing 'w' with 'pool_free', which does not fit its allocation"
}

void nothing_given_back_ok(void) { widget_free(NULL); }

void past_its_size_bad(void) {
  char *p = pool_alloc(4);
  if (!p) return;
  p[4] = 1;  // report buffer-overflow: "writing 1 byte at offset 4 of its memory block, which has 4"
  pool_free(p);
}

void kept_elsewhere_ok(int width, struct widget **all) { *all = widget_new(width); }

// The program's own, not the library's of that name: it takes other arguments.
void exit(int status);
void error(const char *text) { exit(text == NULL); }

int own_error_ok(const int *p) {
  if (!p) error(NULL);
  return *p;
}

// Nobody says what it takes.
struct gadget;
void gadget_free(struct gadget *g);
__attribute__((malloc(gadget_free))) struct gadget *gadget_the(void);
void made_of_nothing_bad(void) { gadget_the(); }  // report leak: "leaking memory"
void made_of_nothing_ok(void) { gadget_free(gadget_the()); }

__attribute__((const)) int digits_of(int n);
__attribute__((pure)) int count_of(const char *text);
int asked_twice_ok(int n) {
  int *p = NULL;
  return digits_of(n) == digits_of(n) ? 0 : *p;
}
int asked_for_another_bad(int n) {
  int *p = NULL;
  return digits_of(n) == digits_of(n + 1) ? 0 : *p;  // report null-deref
}
static const char *text;
int pure_writes_nothing_bad(void) {
  text = NULL;
  count_of("abc");
  return *text;  // report null-deref: "dereferencing NULL pointer 'text'"
}
