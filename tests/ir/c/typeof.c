// typeof names a type without evaluating its operand.
int twice(int n) {
  typeof(n++) copy = n;
  __typeof__(copy) *p = &copy;
  return *p * 2;
}
