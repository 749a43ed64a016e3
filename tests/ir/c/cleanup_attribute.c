// cleanup(f) runs on every way out of the scope, before the variable ends.
void release(int **p);
int *acquire(void);
int once(int early) {
  {
    __attribute__((cleanup(release))) int *handle = acquire();
    if (early) return 1;
    *handle = 2;
  }
  return 0;
}
