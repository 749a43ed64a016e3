int main(void) {
  int i = 4;
  return "abc"[i] != 0 ? 0 : 0;  // report buffer-overflow
}
