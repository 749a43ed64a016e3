// Attributes of declarations are kept with the symbol.
void fatal(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));
void *grab(unsigned long n, unsigned long size)
    __attribute__((malloc, alloc_size(1, 2), returns_nonnull, warn_unused_result));
void fill(void *to, const void *from) __attribute__((nonnull(1)));
void use(void) {
  void *p = grab(2, 8);
  fill(p, 0);
  fatal("%d", 1);
}
