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

int used_bad(struct buf *b) {
  buf_free(b);
  return b->n;  // report free-like: "`b` is used after `buf_free`, which seems to free it"
}

int releases_nothing_ok(struct buf *b) {
  list_release(b);
  return b->n;
}
