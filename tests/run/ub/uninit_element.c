int main(void) {
  int a[3];
  a[0] = a[2] = 0;
  if (a[1])  // report uninit
    return 0;
  return 0;
}
