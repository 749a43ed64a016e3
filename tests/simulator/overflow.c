// Integer results that do not fit: of values from outside, of known extremes, through calls.
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

int outside_add_bad(const char *s) {
  int n = atoi(s);
  return n + 1;  // report int-overflow: "the result of 'n + 1' does not fit its type"
}

int outside_add_ok(const char *s) {
  int n = atoi(s);
  if (n < INT_MAX) return n + 1;
  return 0;
}

unsigned outside_wrap_bad(void) {
  unsigned n = 0;
  if (scanf("%u", &n) != 1) return 0;
  return n * 2;  // report int-overflow: "the result of 'n * 2' does not fit its type"
}

unsigned outside_wrap_ok(void) {
  unsigned n = 0;
  if (scanf("%u", &n) != 1) return 0;
  if (n > UINT_MAX / 2) return 0;
  return n * 2;
}

void narrow_extreme_bad(void) {
  short data = SHRT_MIN;
  short result = data * 2;  // report int-overflow: "the result of 'data * 2' does not fit its type"
  printf("%d\n", result);
}

void narrow_outside_bad(void) {
  char c = (char)rand();
  char next = c + 1;  // report int-overflow: "the result of 'c + 1' does not fit its type"
  printf("%d\n", next);
}

static int twice(int n) { return n * 2; }

int through_call_bad(const char *s) {
  return twice(atoi(s));  // report int-overflow: "value 'atoi(s)' passed to 'twice' makes a result there that does not fit its type"
}

int through_call_ok(const char *s) {
  int n = atoi(s);
  if (n > 1000 || n < -1000) return 0;
  return twice(n);
}

static int squared(int n) { return n * n; }
static unsigned area(unsigned width, unsigned height) { return width * height; }

int square_of_extreme_bad(void) {
  int n = INT_MAX;
  return squared(n);  // report int-overflow: "value 'n' passed to 'squared' makes a result there that does not fit its type"
}

int square_of_small_ok(void) { return squared(46340) - squared(-46340); }

unsigned area_from_outside_bad(const char *s) {
  return area((unsigned)atoi(s), 3);  // report int-overflow: "value 'atoi(s)' passed to 'area' makes a result there that does not fit its type"
}

unsigned area_of_known_ok(unsigned n) { return n < 1000 ? area(n, 3) : 0; }

// Modular on purpose.
unsigned mixed_ok(void) { return -(unsigned)rand() - 1; }
unsigned hashed_ok(const unsigned char *s) {
  unsigned h = 5381;
  while (*s) h = h * 33 + *s++;
  return h;
}

// Wrapping is what these are about.
int one_comparison_ok(int argc, char **argv) {
  return argc > 1 && (unsigned)argv[1][0] - '0' <= 9;
}

static int has_several_bits(unsigned x) { return (x & (x - 1)) != 0; }

int bits_of_zero_ok(void) { return has_several_bits(0); }

static int last_of(unsigned count) {
  int last = count - 1;
  return last;
}

int last_of_none_ok(void) { return last_of(0); }

int shifted_too_far_bad(int n, int by) {
  if (by < 40) return 0;
  return n >> by;  // report bad-shift: "shifting too far in 'n >> by'"
}
int shifted_as_far_as_callers_say_ok(int n, int by) { return n >> by; }
// Bits are put together: the byte is meant.
static int encode(int code, char *out) {
  out[0] = 0xC0 | (code >> 6);
  out[1] = 0x80 + (code & 0x3F);
  return 2;
}
int encoded_ok(char *out) {
  int code = 0x7FF;
  return encode(code, out);
}
// A large factor is there to spread bits.
static unsigned spread(unsigned key) { return (key * 2654435761u) >> 20; }
unsigned spread_ok(void) { return spread(3); }
// What is put together by exclusive or as well wraps around on purpose.
unsigned mixed_by_exclusive_or_ok(FILE *f) {
  unsigned char key[8];
  if (fread(key, sizeof key, 1, f) != 1) return 0;
  unsigned i = 0x9e3779b9u, j = i, hash = 0xfeedbeefu;
  i += key[0];
  j += key[4];
  i -= j;
  i -= hash;
  i ^= hash >> 13;
  return i;
}
unsigned added_only_bad(FILE *f) {
  unsigned n;
  if (fread(&n, sizeof n, 1, f) != 1) return 0;
  unsigned size = 16;
  size += n;  // report int-overflow: "the result of 'size += n' does not fit its type"
  return size;
}
