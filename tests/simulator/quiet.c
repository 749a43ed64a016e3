// What must not be reported: one function per cause of a false report on real code.
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

long elapsed_ok(const struct timespec *start) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (now.tv_sec - start->tv_sec) * 1000;
}

// A block that a loop replaces round by round is still what the variable holds afterwards.
static char **grow(char **old, int n) {
  char **v = realloc(old, (n + 2) * sizeof *v);
  if (!v) exit(1);
  v[n] = 0;
  return v;
}
int list_ok(int n) {
  char **v = calloc(1, sizeof *v);
  if (!v) exit(1);
  for (int i = 0; i < n; i++) v = grow(v, i);
  int used = v[0] != 0;
  free(v);
  return used;
}

void populate_ok(int nullfd) {
  int fd = -1;
  while (++fd <= 2)
    if (fcntl(fd, F_GETFL) == -1) dup2(nullfd, fd);
}

// What a call does to one member says nothing of the members beside it.
struct stream {
  const char *next;
  int left;
};
struct file {
  int direct;
  struct stream strm;
};
int prepare(struct stream *s);
static int start(struct file *f) {
  if (!f->direct) {
    if (prepare(&f->strm)) return -1;
    f->strm.next = 0;
  }
  if (!f->direct) f->strm.left = 0;
  return 0;
}
int send_ok(struct file *f) {
  if (start(f) == -1) return -1;
  if (f->direct) return f->strm.next[0];
  return 0;
}

// A descriptor that a callee's failure cannot return.
static int opened(const char *name) {
  int fd = open(name, O_RDONLY);
  return fd;
}
void closed_if_opened_ok(const char *name) {
  int fd = opened(name);
  if (fd != -1) close(fd);
}

// Held by what unknown code knows.
struct handle {
  int fd;
};
void take_over(struct handle *h);
static void passed_on(struct handle *h) { take_over(h); }
void given_inside_ok(void) {
  struct handle *h = malloc(sizeof *h);
  if (!h) return;
  h->fd = open("x", O_RDONLY);
  passed_on(h);
}

// What an initialiser says and nobody changes.
int never_changed = 1;
int chosen_ok(int *p) {
  int *q = 0;
  if (never_changed) q = p;
  if (!q) return 0;
  return *q;
}
int chosen_by_value_ok(void) {
  int x = 3, *q = 0;
  if (never_changed == 1) q = &x;
  return *q;
}

// Unknown code may take a null pointer.
void fill_in(int *length);
static void passed_through(int *length) { fill_in(length); }
void without_length_ok(void) { passed_through(0); }

// Where two pointers from outside lie, nobody knows.
struct stack {
  int *top, *last;
};
void enlarge(struct stack *s);
static int grown(struct stack *s) {
  if (s->last - s->top <= 1) enlarge(s);
  return *s->top;
}
int pushed_ok(struct stack *s) {
  if (s->last - s->top <= 1 && s->last == s->top) return *s->last;
  return grown(s);
}

// What decides whether a callee sets its output cannot be said in its model.
static int parsed(const char *s, int at, int *out) {
  if (s[at + s[at]] == 'x') {
    *out = 1;
    return 1;
  }
  return 0;
}
int looked_at_ok(const char *s, int at) {
  int value;
  if (parsed(s, at, &value)) return value;
  return 0;
}

// What each of two results says of the other's value on entry.
struct holder {
  char *text;
};
static void swap_texts(char **a, char **b) {
  char *t = *a;
  *a = *b;
  *b = t;
}
static void exchange(struct holder *to, struct holder *from) { swap_texts(&to->text, &from->text); }
char swapped_ok(void) {
  struct holder mine = {0};
  struct holder other = {malloc(4)};
  if (!other.text) return 0;
  other.text[0] = 'x';
  exchange(&mine, &other);
  free(other.text);
  char first = mine.text[0];
  free(mine.text);
  return first;
}

// A descriptor that may be one of the first three stays open.
int silence_ok(void) {
  int null = open("/dev/null", O_RDWR);
  if (null == -1) return -1;
  dup2(null, 1);
  if (null > 2) close(null);
  return 0;
}

// What a callee asks of a member that was set in between is nothing that callers see to.
struct node {
  struct node *parent;
  int color;
};
static void paint(struct node *n) { n->parent->color = 1; }
static void insert(struct node *root, struct node *n) {
  n->parent = root;
  paint(n);
}
void inserted_ok(struct node *root) {
  struct node *n = calloc(1, sizeof *n);
  if (!n) return;
  insert(root, n);
  free(n);
}

// A block that unknown code gave, with a header: what is returned lies behind it.
struct pool {
  char *last;
  struct pool *next;
};
void *fetch(size_t n);
static void *new_block(struct pool *p, size_t n) {
  char *m = fetch(n);
  if (m == NULL) return NULL;
  struct pool *made = (struct pool *)m;
  m += sizeof *made;
  made->last = m + n;
  made->next = NULL;
  p->next = made;
  return m;
}
static void *get_block(struct pool *p, size_t n) { return new_block(p, n); }
struct address {
  int *family;
};
int parsed_ok(struct pool *p, struct address *a, int family) {
  a->family = get_block(p, 16);
  if (a->family == NULL) return -1;
  a->family[0] = family;
  return 0;
}

// Where memory from outside lies, and how far apart, is not ours to say.
struct text {
  char *begin, *end;
};
void copied_ok(const struct text *t, char *to, unsigned long room) {
  unsigned long n = t->end - t->begin;
  if (n >= room) return;
  memcpy(to, t->begin, n);
  to[n] = 0;
}
int spaced_ok(const char *a, const char *b) {
  char buffer[64];
  buffer[0] = 0;
  if (b - a < 64 && b >= a) buffer[b - a] = 1;
  return buffer[0];
}

// A string that the callee itself has begun to write.
void describe(char *to, unsigned long n, int number);
static const char *described(int number, char *to, unsigned long n) {
  to[0] = 0;
  describe(to, n - 1, number);
  to[n - 1] = 0;
  char *end = strrchr(to, '\n');
  if (end) *end = 0;
  return to;
}
unsigned long described_ok(int number) {
  char buffer[64];
  return strlen(described(number, buffer, sizeof buffer));
}

// Sums and products that are sizes do not wrap around.
struct points {
  size_t used, room;
  struct {
    double x, y, z;
    char *name;
    long score;
  } *at;
};
void append_ok(struct points *p) {
  if (p->used == p->room) {
    p->room = p->room == 0 ? 8 : 2 * p->room;
    p->at = realloc(p->at, sizeof *p->at * p->room);
    if (!p->at) exit(1);
  }
  p->at[p->used].score = 0;
  p->used++;
}
struct line {
  int length;
  struct {
    double value;
    char *label;
  } *samples;
};
void grown_by_one_ok(struct line *l, double value) {
  l->samples = realloc(l->samples, sizeof *l->samples * (l->length + 1));
  if (!l->samples) exit(1);
  l->samples[l->length].value = value;
  l->length++;
}

// A table's end is marked by what it holds, which other code may have put there.
const char *names[] = {"a", 0};
void change(const char **names);
int count_ok(void) {
  int n = 0;
  change(names);
  while (names[n]) n++;
  return n;
}

// Count and array agree, round by round.
int next_word(int *word);
int gathered_ok(int limit) {
  int words[8], count = 0, word;
  while (count < limit && count < 8 && next_word(&word)) {
    if (word < 0) continue;
    words[count++] = word;
  }
  int sum = 0;
  for (int i = 0; i < count; i++) sum += words[i];
  return sum;
}

// Nobody reads padding.
struct padded {
  char kind;
  long value;
};
void copied_whole_ok(struct padded *to) {
  struct padded made;
  made.kind = 1;
  made.value = 2;
  memcpy(to, &made, sizeof made);
}

// A mask repairs what wrapped around.
static unsigned reduced(unsigned x, unsigned m) {
  unsigned quotient = 0x80000000u / m;
  unsigned part = (unsigned)(((unsigned long)x * quotient) >> 31);
  x -= part * m;
  x -= m;
  unsigned mask = -(x >> 31);
  x += mask & m;
  return x;
}
unsigned reduced_ok(void) { return reduced(7, 3); }

// Who compares a number with a limit knows on which side it needs one.
long long kilobytes_ok(const char *text) {
  if (*text == '-') return -1;
  long long n = strtoll(text, NULL, 10);
  if (n > 0x7fffffffffffffffLL / 1024) return -1;
  return n * 1024;
}
long long kilobytes_bad(const char *text) {
  long long n = strtoll(text, NULL, 10);
  return n * 1024;  // report int-overflow
}

long long strtonum(const char *text, long long least, long long most, const char **why);
int bits_ok(const char *text) {
  const char *why;
  int bits = (int)strtonum(text, 0, 65536, &why);
  if (why) return -1;
  return bits + 1;
}

// Two members that were read together are two numbers.
struct buffer {
  unsigned size, want;
  char *in;
};
static int made(struct buffer *b) {
  b->in = malloc(b->want << 1);
  if (!b->in) return -1;
  b->size = b->want;
  return 0;
}
int first_byte_ok(struct buffer *b, const struct buffer *from) {
  memcpy(b, from, 8);
  if (b->size == 0 && made(b) == -1) return -1;
  b->in[0] = 0;
  return 0;
}

// A product that is a size is not 0, unless a factor is.
static void *resized(void *old, size_t bytes) {
  if (!old && bytes == 0) return malloc(8);
  void *block = realloc(old, bytes);
  if (!block) exit(1);
  return block;
}
void resized_ok(struct points *p) {
  if (p->used == p->room) {
    p->room = p->room == 0 ? 8 : 2 * p->room;
    p->at = resized(p->at, sizeof *p->at * p->room);
  }
  p->at[p->used].score = 0;
}

// A quotient of floating-point numbers is one.
double average_ok(const int *numbers, int count) {
  double sum = 0, n = 0;
  for (int i = 0; i < count; i++) {
    sum += numbers[i];
    n += 1;
  }
  return sum / n;
}

// A limit need not be a constant.
int counted_ok(const char *text, int room) {
  int n = atoi(text);
  if (n < 1 || n > room) return 0;
  return n + 1;
}

// How far a pointer is from one that nobody knows says nothing about either.
struct word {
  size_t length;
  char *data;
};
struct line_of_words {
  struct word command, *at, copy;
  size_t count;
};
int from_command_to_last_ok(struct line_of_words *w) {
  if (w->count == 0) return 0;
  struct word *last = w->at + w->count - 1;
  w->copy.length = last->data + last->length - w->command.data;
  w->copy.data = malloc(w->copy.length);
  if (!w->copy.data) return -1;
  memcpy(w->copy.data, w->command.data, w->copy.length);
  return 1;
}
