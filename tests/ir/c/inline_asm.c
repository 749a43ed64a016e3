// Outputs of inline assembly are written; asm goto may go to its labels.
unsigned cycles(void) {
  unsigned low, high;
  __asm__ volatile("rdtsc" : "=a"(low), "=d"(high) : : "memory");
  return low + high;
}
int jumps(int x) {
  __asm__ goto("test %0, %0; jz %l1" : : "r"(x) : "cc" : zero);
  return 1;
zero:
  return 0;
}
