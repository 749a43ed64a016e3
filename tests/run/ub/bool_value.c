int main(void) {
  _Bool truth;
  *(unsigned char *)&truth = 5;
  if (truth)  // report invalid-value
    return 0;
  return 1;
}
