typedef unsigned long size_t;
void free(void *p);
void *memcpy(void *to, const void *from, size_t n);
int sprintf(char *to, const char *format, ...);
int printf(const char *format, ...);
int two(int a, int b);
int three(int a, char *b, int *c);
void *make(int n);
struct file {
  int (*close)(struct file *f, int how);
};
void close_a(int *p);
void close_b(int *p);
void close_c(int *p);

void by_name(int *p, char *c) {
  free(p);  // match: release v=p; one_argument v=p call=free(p); among v=p call=free(p); statement v=p
  (void)free(c);  // match: release v=c; one_argument v=c call=free(c); among v=c call=free(c); statement v=c
  __builtin_free(p);  // match: release v=p; one_argument v=p call=__builtin_free(p); among v=p call=__builtin_free(p); statement v=p
  memcpy(p, c, 3);  // match: copy v=p x=c y=3; among v=p call=memcpy(p, c, 3)
  __builtin_memcpy(p, c, 4);  // match: copy v=p x=c y=4; among v=p call=__builtin_memcpy(p, c, 4)
  __builtin___memcpy_chk(p, c, 5, 6);  // match: copy v=p x=c y=5; among v=p call=__builtin___memcpy_chk(p, c, 5, 6)
  __builtin___sprintf_chk(c, 0, 10, "%d", 7);  // match: format v=c args=(7); any_call args=(c, "%d", 7) call=__builtin___sprintf_chk(c, 0, 10, "%d", 7); among v=c call=__builtin___sprintf_chk(c, 0, 10, "%d", 7)
  sprintf(c, "%s", 8);  // match: any_call args=(c, "%s", 8) call=sprintf(c, "%s", 8); among v=c call=sprintf(c, "%s", 8)
  close_a(p);  // match: one_argument v=p call=close_a(p); among v=p call=close_a(p); either v=p
  close_b(p);  // match: one_argument v=p call=close_b(p); among v=p call=close_b(p); either v=p
  close_c(p);  // match: one_argument v=p call=close_c(p); among v=p call=close_c(p)
}

void arguments(int a, int *p, int i) {
  two(a, a);  // match: twice x=a
  two(p[i], p[i]);  // match: twice x=p[i]
  two(0, 1);
  printf("%d", a);  // match: any_call args=("%d", a) call=printf("%d", a); among v="%d" call=printf("%d", a)
  three(a, 0, p);  // match: among v=0 call=three(a, 0, p)
  p = make(3);  // match: result v=p args=(3) call=make(3)
  int *q = make(a);  // match: result v=q args=(a) call=make(a)
}

int pointers(struct file *f, int (*handler)(int)) {
  f->close(f, 1);  // match: among v=f call=f->close(f, 1); method v=f x=1
  handler(2);  // match: through x=2
  (*handler)(3);  // match: through x=3
  return (free(f), 4);  // match: release v=f; one_argument v=f call=free(f); among v=f call=free(f); statement v=f
}

int variadic(int n, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, n);  // match: among v=list call=__builtin_va_start(list, n)
  int first = __builtin_va_arg(list, int);  // match: varied x=list
  long second = __builtin_va_arg(list, long);
  __builtin_va_end(list);  // match: one_argument v=list call=__builtin_va_end(list); among v=list call=__builtin_va_end(list)
  return first;
}
