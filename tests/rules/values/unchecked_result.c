int store(int key, int value);
int log_line(const char *text);

int a_ok(void) { return store(1, 1); }
int b_ok(void) {
  int r = store(1, 2);
  return r;
}
int c_ok(void) {
  if (store(1, 3)) return -1;
  return 0;
}
int d_ok(void) {
  if (store(1, 4) < 0) return -1;
  return 0;
}
int e_ok(void) { return store(2, 1); }
int f_ok(void) { return store(2, 2); }
int g_ok(void) { return store(2, 3); }
int h_ok(void) { return store(2, 4); }
int i_ok(void) { return store(2, 5); }
int j_ok(void) { return store(1, 1) + store(1, 2) + store(1, 3) + store(1, 4) + store(1, 5); }
int k_ok(void) { return store(2, 1) + store(2, 2) + store(2, 3) + store(2, 4) + store(2, 5); }
int l_ok(void) { return store(3, 1) + store(3, 2) + store(3, 3) + store(3, 4) + store(3, 5); }

void forgotten_bad(void) {
  store(3, 1);  // report unchecked-result: "the result of `store` is ignored"
}

// A cast to void is transparent to patterns.
void said_so_ok(void) {
  (void)store(3, 2);  // false unchecked-result
}

void nobody_looks_ok(void) {
  log_line("a");
  log_line("b");
}
