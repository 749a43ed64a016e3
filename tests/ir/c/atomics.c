// Atomic operations are calls by their names, with their operands in the source's order.
int bump(_Atomic int *counter, int *plain) {
  ++*counter;
  int old = __atomic_fetch_add(plain, 1, __ATOMIC_SEQ_CST);
  int want = 3;
  if (__atomic_compare_exchange_n(plain, &want, 4, 1, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) return old;
  return __sync_fetch_and_add(plain, 2);
}
