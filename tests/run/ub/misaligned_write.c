struct number {
  long value;
};

int main(void) {
  long numbers[2] = {0, 0};
  struct number *p = (struct number *)((char *)numbers + 4);
  p->value = 1;  // report misaligned
  return 0;
}
