static int *kept;

static void keep(void) {
  int x = 3;
  kept = &x;
}

int main(void) {
  keep();
  *kept = 2;  // report stack-escape
  return 0;
}
