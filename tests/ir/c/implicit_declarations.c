// args: -- -std=gnu89
// What GCC 12 accepts in old C is accepted.
main() {
  int *p = 5;
  char *q = p;
  return undeclared(p, q);
}
