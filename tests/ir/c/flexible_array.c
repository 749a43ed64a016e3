// A flexible array member has no size of its own.
struct message {
  unsigned length;
  char text[];
};
char last(struct message *m) { return m->text[m->length - 1]; }
