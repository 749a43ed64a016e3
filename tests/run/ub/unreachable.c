int main(void) {
  int x = 1;
  if (x)
    __builtin_unreachable();  // report unreachable
  return 0;
}
