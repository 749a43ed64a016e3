// Operands of sizeof are not evaluated.
struct item {
  char tag;
  int values[4];
};
unsigned long sizes(struct item *p, int i) {
  return sizeof *p + sizeof(p->values[i++]) + _Alignof(int) + __builtin_offsetof(struct item, values[2]) +
         __builtin_offsetof(struct item, values[i]);
}
