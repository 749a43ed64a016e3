// A compound literal is an object of its own.
struct point {
  int x, y;
};
int sum(const struct point *p);
int call(int a) { return sum(&(struct point){a, 2}); }
int *const shared = (int[]){1, 2, 3};
