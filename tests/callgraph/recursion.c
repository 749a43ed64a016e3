// Components: mutual recursion directly and through a pointer.
static int odd(int n);
static int even(int n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(int n) { return n == 0 ? 0 : even(n - 1); }
static int (*again)(int);
static int loop(int n) { return n ? again(n - 1) : 0; }
int main(void) {
  again = loop;
  return even(4) + loop(2);
}
