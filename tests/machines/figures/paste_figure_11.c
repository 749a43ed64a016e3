// rule: paste_figure_11_with_10.metal
void pool_free(void *);
void mark_freed(void *);
void printk(const char *, ...);
void use(const void *);

// pool_free: three arguments, none of them used afterwards but in the last function.
void one(int *p) { pool_free(p); }
void two(int *p) {
  pool_free(p);
  printk("%p\n", p);
}
int three(int *p) {
  pool_free(p);
  return *p;  // report STAT_FREE: "Using freed 'p'!"
}
// mark_freed has such a name and frees nothing: everybody goes on using its argument.
void four(int *p) {
  mark_freed(p);
  use(p);  // report STAT_FREE: "Using freed 'p'!"
}
void five(int *p) {
  mark_freed(p);
  use(p);  // report STAT_FREE: "Using freed 'p'!"
}
