int main(void) {
  unsigned x = 0;
  return __builtin_clz(x) < 0;  // report illegal-argument
}
