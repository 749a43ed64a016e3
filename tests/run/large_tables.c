// Tables of so many constants that they are kept as bytes.
#include <stdio.h>

#define TIMES4(x) x, x, x, x
#define TIMES16(x) TIMES4(x), TIMES4(x), TIMES4(x), TIMES4(x)
#define TIMES64(x) TIMES16(x), TIMES16(x), TIMES16(x), TIMES16(x)
#define TIMES256(x) TIMES64(x), TIMES64(x), TIMES64(x), TIMES64(x)
#define TIMES1024(x) TIMES256(x), TIMES256(x), TIMES256(x), TIMES256(x)
#define TIMES4096(x) TIMES1024(x), TIMES1024(x), TIMES1024(x), TIMES1024(x)

enum { kNamed = 77 };
static const unsigned char bytes[5000] = {TIMES4096(0xf1), 'a', -1, (1 << 3) | 2, kNamed, 1.5 + 2};
static short rows[70][80] = {{TIMES64(-2), 5}, [1 ... 66] = {TIMES64(-3)}, {9, [79] = 300}};
static long long sparse[] = {TIMES4096(-5000000000), [5000] = 7};

static unsigned long mixed(unsigned long sum, long long value) { return sum * 31 + value; }

int main(void) {
  static unsigned at_start[] = {TIMES4096(4000000000), 1};
  int on_stack[4100] = {TIMES4096(1), 2, sizeof(long)};
  unsigned long sum = 0;
  for (int i = 0; i < 5000; ++i) sum = mixed(sum, bytes[i]);
  for (int i = 0; i < 5600; ++i) sum = mixed(sum, rows[i / 80][i % 80]);
  for (int i = 0; i < 5001; ++i) sum = mixed(sum, sparse[i]);
  for (int i = 0; i < 4097; ++i) sum = mixed(sum, at_start[i]);
  on_stack[4099] += bytes[4096];
  for (int i = 0; i < 4100; ++i) sum = mixed(sum, on_stack[i]);
  rows[3][4] = 1;
  printf("%lu %d %d %d\n", sum, rows[3][4], rows[67][79], (int)sizeof sparse);
  return 0;
}
