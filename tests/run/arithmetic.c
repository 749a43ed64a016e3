// Integer operators of each width, and what promotes to what.
#include <stdint.h>
#include <stdio.h>

int main(void) {
  volatile int8_t a = -100;
  volatile uint8_t b = 200;
  volatile int16_t c = -30000;
  volatile uint32_t d = 4000000000u;
  volatile int64_t e = -5000000000;
  volatile uint64_t f = 18000000000000000000u;
  printf("%d %d %d\n", a + b, a * b, a - c);
  printf("%d %d %d %d\n", a / 7, a % 7, -7 / 2, -7 % 2);
  printf("%u %u %u\n", d + 1000000000u, d * 3, d / 7);
  printf("%lld %lld %llu\n", (long long)(e + a), (long long)(e * b), (unsigned long long)(f / b));
  printf("%d %d %d\n", d > a, (unsigned)a > b, e < f);
  printf("%d %u %lld\n", ~a, ~d, (long long)~e);
  printf("%d %u %lld %lld\n", (int)((unsigned)a << 3), d >> 5, (long long)(e >> 3), (long long)((int64_t)((uint64_t)e << 2) >> 2));
  printf("%d %u %llx\n", a & b, d ^ b, (unsigned long long)(f | b));
  uint8_t narrow = (uint8_t)(b + 100);
  int8_t sign = (int8_t)b;
  printf("%d %d\n", narrow, sign);
  unsigned __int128 wide = (unsigned __int128)f * f;
  printf("%llx %llx\n", (unsigned long long)(wide >> 64), (unsigned long long)wide);
  int i = 5;
  i += i ? 3 : 4;
  i *= 2, i -= 3, i /= 2, i %= 5, i <<= 4, i |= 3, i ^= 0x11, i &= 0x3f, i >>= 1;
  printf("%d %d\n", i, !i);
  return 0;
}
