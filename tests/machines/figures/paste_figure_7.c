// rule: ../../metal/paste_figure_7.metal
#define NULL ((void *)0)
#define LENGTH(s) ((s) == NULL ? 0 : (s)->length)
struct text { int length; struct text *next; };
void panic(const char *);
struct text *find(int);

// Section 3.3's two beliefs: null on one side of the comparison, not null on the other.
int contradicts_itself_bad(struct text *t) {
  if (t == NULL)
    return t->length;  // report NULL: "Using \"t\" illegally!"
  return t->length;
}
int other_side_bad(struct text *t) {
  if (t != NULL)
    return t->length;
  return t->length;  // report NULL: "Using \"t\" illegally!"
}
int assigned_in_the_comparison_bad(int key, struct text *known) {
  struct text *t;
  if ((t = known) == NULL)
    return t->length;  // report NULL: "Using \"t\" illegally!"
  return t->length;
}
// A macro's comparison is no belief of who uses it.
int in_a_macro_ok(struct text *t) { return LENGTH(t) + t->length; }
// The path ends: kill-paths.m.
int killed_ok(struct text *t) {
  if (t == NULL)
    panic("no text");
  return t->length;
}
// "inter-procedurally tracks"
static int length_of(struct text *t) {
  return t->length;  // report NULL: "Using \"t\" illegally!"
}
int in_a_callee_bad(struct text *t) {
  if (!t)
    return length_of(t);
  return 0;
}
int assigned_after_the_comparison_ok(struct text *t) {
  if (t == NULL)
    t = find(1);
  return t->length;
}
