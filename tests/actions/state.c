void lock(int *), number(int *), odd(int *), enable(void);
void all(int *a) {
  lock(a);
  lock(a);
  number(a);
  odd(a);
  enable();
}
