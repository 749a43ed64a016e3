int main(void) {
  char *s = "abc";
  s[0] = 'x';  // report invalid-deref
  return 0;
}
