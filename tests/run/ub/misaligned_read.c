int main(void) {
  int numbers[2] = {0, 0};
  char *bytes = (char *)numbers;
  int *p = (int *)(bytes + 1);
  return *p;  // report misaligned
}
