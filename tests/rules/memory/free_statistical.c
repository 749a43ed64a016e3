struct buf {
  int n;
};
void buf_free(struct buf *b);
void list_release(struct buf *b);

void a_ok(struct buf *b) { buf_free(b); }
void b_ok(struct buf *b) { buf_free(b); }
void c_ok(struct buf *b) { buf_free(b); }
void d_ok(struct buf *b) { buf_free(b); }
void e_ok(struct buf *b) { buf_free(b); }
void f_ok(struct buf *b) { buf_free(b); }
void g_ok(struct buf *b) { buf_free(b); }
void h_ok(struct buf *b) { buf_free(b); }
void i_ok(struct buf *b) { buf_free(b); }

void many_ok(struct buf *a, struct buf *b, struct buf *c, struct buf *d, struct buf *e) {
  buf_free(a), buf_free(b), buf_free(c), buf_free(d), buf_free(e);
}
void more_ok(struct buf *a, struct buf *b, struct buf *c, struct buf *d, struct buf *e) {
  buf_free(a), buf_free(b), buf_free(c), buf_free(d), buf_free(e);
}

int used_bad(struct buf *b) {
  buf_free(b);
  return b->n;  // report free-like: "'b' is used after 'buf_free', which seems to free it"
}

int releases_nothing_ok(struct buf *b) {
  list_release(b);
  return b->n;
}

struct holder {
  struct buf inner;
};

// The record around it stays, and may be filled again.
int emptied_ok(struct holder *h) {
  buf_free(&h->inner);
  return h->inner.n + (&h->inner)->n;
}

static struct buf *current;
static void own_free(struct buf *b) {
  if (b == current) current = 0;
  buf_free(b);
}

// The program's own function has seen to it.
int reset_by_the_callee_ok(void) {
  own_free(current);
  return current ? current->n : 0;
}
