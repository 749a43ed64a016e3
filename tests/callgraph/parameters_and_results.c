// Function pointers go in as arguments and come out as results; `?:` takes either side.
typedef int (*unary)(int);
static int inc(int x) { return x + 1; }
static int dec(int x) { return x - 1; }
static int neg(int x) { return -x; }
static int apply(unary f, int x) { return f(x); }
static unary choose(int up) { return up ? inc : dec; }
static int through(unary *slot) { return (*slot)(3); }
int main(int argc, char **argv) {
  unary local = neg;
  unary *where = &local;
  (void)argv;
  return apply(choose(argc), 1) + through(where) + (*local)(2);
}
