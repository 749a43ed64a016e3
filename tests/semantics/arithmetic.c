// Each function is run on unknown inputs by forking and by merging, and on numbers.
int signs(int a, int b) {
  int r = 0;
  if (a < 0) r -= 1;
  if (b > 10) r += 2;
  if ((a ^ b) < 0) r *= 3;
  return r;
}
unsigned mixed(unsigned a, unsigned char b, short c) {
  unsigned r = a * 31u + b;
  if (c > 0) r >>= c & 15;
  return r ^ (unsigned)(c * 3);
}
int ternaries(int a, int b, int c) { return a ? b ? c : -1 : c > 4 && (b & 1) ? 7 : a | c; }
int divides(int a, int b) {
  if (b == 0) return -1;
  if (b == -1) return -2;
  return a / b + a % b;
}
long widths(signed char a, unsigned short b, long c) {
  long r = a;
  r = (r << 3) + b;
  return c < r ? r - c : (unsigned char)c;
}
int selects(int a) {
  switch (a) {
    case 1:
      return 10;
    case 2:
    case 3:
      a += 5;
      break;
    case 10 ... 20:
      return a & 3;
    default:
      a = -a & 0xff;
  }
  return a;
}
