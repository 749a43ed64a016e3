// The compiler's own functions.
#include <stdio.h>

int main(void) {
  volatile unsigned x = 0x00f0;
  volatile unsigned long long y = 1ull << 40;
  printf("%d %d %d %d\n", __builtin_clz(x), __builtin_ctz(x), __builtin_popcount(x),
         __builtin_parity(x));
  printf("%d %d %d\n", __builtin_clzll(y), __builtin_ctzll(y), __builtin_ffsll(y));
  printf("%x %llx\n", __builtin_bswap32(x), (unsigned long long)__builtin_bswap64(y));
  int sum, product;
  printf("%d ", __builtin_add_overflow(2000000000, 2000000000, &sum));
  printf("%d ", sum);
  printf("%d %d\n", __builtin_mul_overflow(3, 4, &product), __builtin_constant_p(3));
  printf("%d\n", __builtin_expect(x == 0xf0, 1) != 0);
  char *room = __builtin_alloca(16);
  __builtin_strcpy(room, "on the stack");
  printf("%s %zu\n", room, __builtin_strlen(room));
  int counter = 5;
  printf("%d ", __atomic_fetch_add(&counter, 3, __ATOMIC_SEQ_CST));
  printf("%d ", __sync_bool_compare_and_swap(&counter, 8, 9));
  printf("%d\n", __atomic_load_n(&counter, __ATOMIC_RELAXED));
  typedef int four __attribute__((vector_size(16)));
  four a = {1, 2, 3, 4}, b = a * a + 1;
  printf("%d %d %d %d\n", b[0], b[1], b[2], b[3]);
  return 0;
}
