// rule: stack-escape
// An address that is still behind a parameter when the function returns.
typedef unsigned long size_t;
struct buffer {
  char *data;
  size_t size;
  struct buffer *next;
};
char *duplicate(const char *s);
void fill(char *p, size_t n);
void log_number(int n);
void attach(struct buffer *b);
void *get(void);

void out_parameter_bad(int **out) {
  int x = 1;
  *out = &x;  // report stack-escape: "address of local variable 'x' is still stored in '*out' when 'out_parameter_bad' returns"
}

void field_bad(struct buffer *b) {
  char buf[16];
  b->data = buf;  // report stack-escape: "address of local variable 'buf' is still stored in 'b->data' when 'field_bad' returns"
  b->size = sizeof buf;
}

void field_of_next_bad(struct buffer *b) {
  char buf[16];
  b->next->data = buf;  // report stack-escape: "address of local variable 'buf' is still stored in 'b->next->data' when 'field_of_next_bad' returns"
}

void through_a_copy_bad(struct buffer *b) {
  char buf[16];
  struct buffer *same = b;
  same->data = buf;  // report stack-escape
}

void whole_object_bad(struct buffer *b) {
  char buf[16];
  *b = (struct buffer){.data = buf};  // report stack-escape
}

void element_bad(char **table, int i) {
  char buf[16];
  table[i] = buf;  // report stack-escape
}

void on_error_bad(struct buffer *b, int error) {
  char buf[16];
  b->data = buf;  // report stack-escape
  if (error) return;
  b->data = 0;
}

void number_logged_bad(struct buffer *b) {
  char buf[16];
  b->data = buf;  // report stack-escape
  log_number(3);
}

void length_beside_bad(char **out, size_t *length) {
  char buf[16];
  *out = buf;  // report stack-escape
  *length = sizeof buf;
}

void replaced_ok(struct buffer *b) {
  char buf[16];
  b->data = buf;
  fill(buf, sizeof buf);
  b->data = duplicate(buf);
}

void reset_ok(struct buffer *b) {
  char buf[16];
  char *saved = b->data;
  b->data = buf;
  attach(b);
  b->data = saved;
}

// The callee was given the object and may have reset it.
void given_away_ok(struct buffer *b) {
  char buf[16];
  b->data = buf;
  attach(b);
}

void local_object_ok(size_t n) {
  struct buffer b;
  char buf[16];
  b.data = buf;
  b.size = n;
  attach(&b);
}

void by_value_ok(struct buffer b) {
  char buf[16];
  b.data = buf;
  attach(&b);
}

void parameter_itself_ok(struct buffer *b) {
  struct buffer local = *b;
  b = &local;
  attach(b);
}

void value_ok(int *out) {
  int x = 1;
  int *p = &x;
  *out = *p;
}

void cleared_as_a_whole_ok(struct buffer *b) {
  char buf[16];
  b->data = buf;
  *b = (struct buffer){0};
}

void linked_and_unlinked_ok(struct buffer *list) {
  struct buffer b;
  b.next = list->next;
  list->next = &b;
  list->next = b.next;
}

// What is behind a pointer from a call is the heap, mostly, and may be gone already.
void FN_behind_a_call_bad(void) {
  char buf[16];
  struct buffer *b = get();
  b->data = buf;  // missed stack-escape
}

struct queue {
  struct buffer *first;
  struct buffer **last;
};
// BSD's queues: a list that is empty points to itself, and only then.
void moved_if_not_empty_ok(struct queue *to, struct buffer *b, int c) {
  struct queue from;
  from.first = 0;
  from.last = &from.first;
  if (c) {
    b->next = 0;
    *from.last = b;
    from.last = &b->next;
  }
  if (from.first != 0) {
    *to->last = from.first;
    to->last = from.last;
  }
}

void moved_though_empty_bad(struct queue *to) {
  struct queue from;
  from.first = 0;
  from.last = &from.first;
  *to->last = from.first;
  to->last = from.last;  // report stack-escape
}
