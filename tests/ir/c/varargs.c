// va_start, va_arg, va_copy and va_end.
int sum(int n, ...) {
  __builtin_va_list list, copy;
  __builtin_va_start(list, n);
  __builtin_va_copy(copy, list);
  int total = 0;
  while (n-- > 0) total += __builtin_va_arg(list, int);
  __builtin_va_end(copy);
  __builtin_va_end(list);
  return total;
}
