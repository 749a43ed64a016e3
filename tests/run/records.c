// Structs, unions, bit-fields, arrays: layout, copies, initialisers.
#include <stddef.h>
#include <stdio.h>
#include <string.h>

struct point {
  int x, y;
};
struct shape {
  char name[6];
  struct point at[2];
  union {
    int whole;
    float part;
    unsigned char bytes[4];
  };
  unsigned flag : 1, level : 5;
  signed balance : 4;
};

static struct shape table[] = {{"one", {{1, 2}, {3, 4}}, .part = 1.0f, .flag = 1, .level = 31},
                               [2] = {.name = "three", .at[1].y = 9, .balance = -3}};

static struct point swapped(struct point p) {
  int t = p.x;
  p.x = p.y;
  p.y = t;
  return p;
}

int main(void) {
  printf("%zu %zu %zu\n", sizeof(struct shape), offsetof(struct shape, at),
         sizeof table / sizeof *table);
  printf("%s %d %08x %d %d\n", table[0].name, table[0].at[1].y, table[0].whole, table[0].flag,
         table[0].level);
  struct shape copy = table[2];
  copy.balance += 1;
  copy.level = 33;
  copy.bytes[0] = 0xff;
  printf("%s %d %d %d %d %d\n", copy.name, copy.balance, copy.level, copy.whole,
         table[2].balance, table[1].flag);
  struct point p = swapped((struct point){5, 6}), *q = &p;
  printf("%d %d %d\n", p.x, q->y, swapped(swapped(p)).x);
  int grid[3][4];
  for (int i = 0; i < 12; ++i) (&grid[0][0])[i] = i;
  int(*row)[4] = grid + 1;
  printf("%d %d %td\n", row[1][2], *(*(grid + 2) + 3), &grid[2][0] - &grid[0][1]);
  struct {
    long long wide : 40;
    unsigned char last;
  } odd = {-(1ll << 38), 7};
  printf("%lld %d\n", (long long)odd.wide, odd.last);
  printf("%d\n", memcmp(&table[0], &table[0], sizeof table[0]));
  return 0;
}
