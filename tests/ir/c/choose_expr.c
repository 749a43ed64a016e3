// __builtin_choose_expr is its chosen operand; __builtin_types_compatible_p is a constant.
int pick(long x) {
  return __builtin_choose_expr(__builtin_types_compatible_p(__typeof__(x), long), 1, x / 0);
}
