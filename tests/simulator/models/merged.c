/* Outcomes that are the same, or differ in opposite assumptions only, are one. */
int ignores_condition(int c, int x) {
  int unused = 0;
  if (c > 0) unused = 1;
  (void)unused;
  return x;
}

int absolute(int x) {
  if (x < 0) return 5;
  if (x > 10) return 5;
  return 6;
}

int classify(int kind) {
  switch (kind) {
    case 1:
    case 2:
      return 10;
    case 7:
      return 20;
    default:
      return 0;
  }
}
