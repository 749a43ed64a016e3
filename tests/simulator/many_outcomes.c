// What callers know of functions that end in many ways, and of what these keep.
#include <fcntl.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// More ways than a model has room for: those with one answer are told as one.
struct node {
  int kind, fd, flags[6];
  char *name;
  struct node *left, *right;
};
static int fill(struct node *n, int fd, char *name) {
  if (!n) return -1;
  for (int i = 0; i < 6; ++i)
    if (n->flags[i] > i) n->flags[i] = 0;
  if (n->kind == 1) n->fd = fd;
  else n->fd = fd + 0;
  n->name = name;
  return n->kind > 5 ? 1 : 0;
}

int null_to_many_ways_ok(void) { return fill(NULL, 0, NULL); }

void kept_by_many_ways_ok(struct node *n) {
  char *name = malloc(10);
  fill(n, 0, name);
}

int descriptor_kept_by_many_ways_ok(struct node *n) {
  int fd = open("a", O_RDONLY);
  if (fd < 0) return -1;
  return fill(n, fd, NULL);
}

void besides_many_ways_bad(struct node *n) {
  char *name = malloc(10);
  if (!name) return;
  fill(n, 0, NULL);
  name[0] = 0;
}  // report leak: "leaking memory 'name'"

// A member of some bits that a callee sets.
struct directory {
  void *handle;
  unsigned type : 8;
  unsigned valid : 1;
};
static int begin(struct directory *d, int k) {
  d->handle = 0;
  d->valid = 0;
  return k ? -1 : 0;
}
int bits_of_callee_ok(int k) {
  struct directory d;
  if (begin(&d, k)) return 1;
  return d.valid ? 2 : 3;
}

// A pointer in memory that has the type of characters.
struct large {
  void *block;
  struct large *next;
};
struct pool {
  char *last, *end;
  struct large *large;
};
static void *small_block(struct pool *p) {
  char *m = (char *)(((uintptr_t)p->last + 15) & ~(uintptr_t)15);
  p->last = m + 16;
  return m;
}
static void *large_block(struct pool *p, size_t size) {
  void *block = malloc(size);
  if (!block) return NULL;
  struct large *l = small_block(p);
  l->block = block;
  l->next = p->large;
  p->large = l;
  return block;
}
void pool_keeps_it_ok(struct pool *p) {
  char *x = large_block(p, 100);
  if (x) x[0] = 1;
}

// What a pointer without a type leads to may be a function.
struct event {
  void *data;
  unsigned index;
};
typedef void (*handler_fn)(struct event *);
void handler_from_outside_ok(struct event *e) {
  handler_fn handler;
  if (++e->index == 0xffffffffu) e->index = 0;
  handler = e->data;
  handler(e);
}

// The neighbours of an element that is taken out lead elsewhere then.
struct queue {
  struct queue *prev, *next;
};
struct file {
  char *name;
  struct queue queue;
  int used, failed;
};
struct cache {
  struct queue oldest;
  int count;
};
void taken_out_and_freed_ok(struct cache *c, int n) {
  while (n < 3) {
    if (&c->oldest == c->oldest.prev) return;
    struct queue *q = c->oldest.prev;
    struct file *f = (struct file *)((char *)q - offsetof(struct file, queue));
    if (n++ != 0 && f->used <= 7) return;
    q->next->prev = q->prev;
    q->prev->next = q->next;
    c->count--;
    if (!f->failed) {
      free(f->name);
      free(f);
    }
  }
}

struct holder {
  char *text;
  int n;
};
int freed_behind_a_pointer_bad(struct holder *h) {
  free(h->text);
  h->n = 0;
  return h->text[0];  // report use-after-free: "dereferencing pointer 'h->text' to freed memory"
}

// Lengths do not wrap around.
char *joined_words_ok(const char **words) {
  char *all = NULL, *more;
  size_t n, length = 0;
  for (; *words; words++) {
    n = strlen(*words);
    if ((more = realloc(all, length + n + 2)) == NULL) {
      free(all);
      return NULL;
    }
    all = more;
    memcpy(all + length, *words, n + 1);
    length += n;
  }
  return all;
}

// A remainder is smaller than what it was divided by.
struct address {
  short family, port;
  char rest[108];
};
struct answer {
  unsigned short count, count6;
};
struct address *random_start_ok(struct answer *a, int rotate) {
  unsigned long n = a->count + a->count6, d;
  struct address *all = calloc(1, n * sizeof(struct address));
  if (!all) return NULL;
  d = rotate ? (unsigned long)random() % n : 0;
  if (a->count) all[d].family = 2;
  return all;
}

// Times of 32 bits, and the clock's, have a year.
size_t year_of_number_ok(uint32_t seconds, char *text) {
  time_t t = seconds;
  return strftime(text, 8, "%Y", localtime(&t));
}
size_t year_of_any_number_bad(const char *seconds, char *text) {
  time_t t = atoll(seconds);
  return strftime(text, 8, "%Y", localtime(&t));  // report null-deref: "passing NULL pointer 'localtime(&t)' to 'strftime', which follows it"
}

// What an argument without a name leads to may be written.
#include <stdarg.h>
#include <stdio.h>
static int get_inner(int what, ...) {
  va_list all;
  va_start(all, what);
  const char **p = va_arg(all, const char **);
  *p = "x";
  va_end(all);
  return 0;
}
static int get_outer(int what, ...) {
  va_list all;
  va_start(all, what);
  void *p = va_arg(all, void *);
  int failed = get_inner(what, p);
  va_end(all);
  return failed;
}
void passed_on_unnamed_ok(void) {
  const char *s;
  if (!get_outer(1, &s)) puts(s);
}

// A parameter with the name of a variable that a callee uses.
struct monitor {
  int *keys;
};
struct monitor *watched;
static int keys_of_watched(void) { return watched->keys ? *watched->keys : 0; }
static int hidden(struct monitor *watched) {
  return watched ? keys_of_watched() + *watched->keys : keys_of_watched();
}
int hidden_variable_ok(struct monitor *m) { return hidden(m); }

// For which of its argument's numbers a function comes back is told, however many ways it goes.
struct display {
  unsigned options, results;
  const char *name;
  int changes, colours;
  jmp_buf back;
};
static void show(struct display *d, unsigned level, const char *text) {
  d->results |= 1u << level;
  if (level > (d->options & 15)) {
    const char *kind;
    switch (level) {
      case 1: kind = "information"; break;
      case 2: kind = "warning"; break;
      case 3: kind = "warning of the library"; break;
      case 4: kind = "fault"; break;
      case 5: kind = "fault of the library"; break;
      default: kind = "unknown"; break;
    }
    fprintf(stderr, "%s: %s", d->name != NULL ? d->name : "-", kind);
    if (d->changes != 0) {
      if (d->colours) fprintf(stderr, " (%d)", d->changes);
      else fprintf(stderr, " (%x)", d->changes);
    }
    fprintf(stderr, ": %s\n", text);
  }
  if (level > 6 || (level > 3 && !(d->options & 32))) longjmp(d->back, 1);
}
static int read_width(int *width) {
  if (getchar() != 'w') return 0;
  *width = getchar();
  return 1;
}
int ends_above_a_level_ok(struct display *d) {
  int width;
  if (!read_width(&width)) show(d, 8, "no width");
  return width > 3;
}
int goes_on_below_bad(struct display *d) {
  int width;
  if (!read_width(&width)) show(d, 2, "no width");
  return width > 3;  // report uninit: "using uninitialized memory 'width'"
}
