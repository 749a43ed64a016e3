// rule: ../../metal/paste_figure_10.metal
void kfree(void *);
void printk(const char *, ...);
void debug_dump(int, const void *);
void use(const void *);

// Legal: comparisons with other pointers, and printing in debugging code.
int compared_and_printed_ok(int *p, int *last) {
  kfree(p);
  printk("freed %p\n", p);
  debug_dump(1, p);
  if (p == last)
    return 1;
  return p != last;
}
// All other uses are not, a dereference or not.
void handed_on_bad(int *p) {
  kfree(p);
  use(p);  // report FREE: "Using freed 'p'!"
}
int dereferenced_bad(int *p) {
  kfree(p);
  return *p;  // report FREE: "Using freed 'p'!"
}
void stored_bad(int *p, int **table) {
  kfree(p);
  table[0] = p;  // report FREE: "Using freed 'p'!"
}
void freed_again_bad(int *p) {
  kfree(p);
  kfree(p);  // report FREE: "Using freed 'p'!"
}
int *set_anew_ok(int *p, int *q) {
  kfree(p);
  p = q;
  return p;
}
