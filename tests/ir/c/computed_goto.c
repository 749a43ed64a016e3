// goto *p leads to every label whose address is taken, also to those further down.
int interpret(const unsigned char *code) {
  static const void *const table[] = {&&stop, &&next};
  int steps = 0;
dispatch:
  goto *table[*code];
next:
  ++steps;
  ++code;
  goto dispatch;
stop:
  return steps;
}
