// The value of ({ … }) is its last expression's; its locals end before it is used.
int largest(int a, int b) {
  return ({
    int x = a;
    int y = b;
    x > y ? x : y;
  });
}
