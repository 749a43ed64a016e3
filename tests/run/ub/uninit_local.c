int main(void) {
  int x;
  if (x)  // report uninit
    return 0;
  return 0;
}
