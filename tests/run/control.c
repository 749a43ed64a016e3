// Every statement that decides where control goes.
#include <stdio.h>

static int kind(int c) {
  switch (c) {
    case 0:
      return 10;
    case 1:
    case 2:
      c += 5;  // falls through
    case 3 ... 6:
      return c;
    default:
      return -1;
  }
}

static int jump(int n) {
  static void *const ways[] = {&&zero, &&one, &&many};
  goto *ways[n > 2 ? 2 : n];
zero:
  return 100;
one:
  return 101;
many:
  return 102;
}

int main(void) {
  for (int i = 0; i < 9; ++i) printf("%d ", kind(i));
  printf("\n");
  int n = 0;
  do {
    if (n == 3) {
      n += 2;
      continue;
    }
    ++n;
  } while (n < 10);
  while (1) {
    if (--n < 4) break;
  }
  printf("%d\n", n);
  for (int i = 0, j = 10; i < j; ++i, --j) n += i * j;
  printf("%d %d %d %d\n", n, jump(0), jump(1), jump(7));
again:
  if (n % 7) {
    ++n;
    goto again;
  }
  int a = n && printf("and ") && n > 3, b = n || printf("never");
  printf("%d %d %d\n", a, b, n ? a ?: 9 : 8);
  int value = ({
    int square = n * n;
    square + 1;
  });
  printf("%d\n", value);
  return 0;
}
