// The compiler's built-ins: some fold, some end a path, the others are calls by name.
int checked_add(int a, int b) {
  int sum;
  if (__builtin_expect(__builtin_add_overflow(a, b, &sum), 0)) return -1;
  if (__builtin_constant_p(a)) return 0;
  if (__builtin_constant_p(3)) return sum;
  __builtin_unreachable();
}
unsigned long room(void) {
  char buffer[16];
  return __builtin_object_size(buffer, 0);
}
void *scratch(unsigned n) { return __builtin_alloca(n); }
int pop(unsigned x) { return __builtin_popcount(x); }
