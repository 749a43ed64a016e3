int store(int key, int value);
int log_line(const char *text);
int length(const char *text);

int a_ok(void) {
  if (store(1, 1)) return -1;
  return 0;
}
int b_ok(void) {
  int r = store(1, 2);
  if (r != 0) return r;
  return 0;
}
int c_ok(void) {
  if (!store(1, 3)) return 0;
  return -1;
}
int d_ok(void) {
  int r;
  if ((r = store(1, 4)) < 0) return r;
  return 0;
}
int e_ok(void) { return store(2, 1) ? -1 : 0; }
int f_ok(void) { return store(2, 2) == 0; }
int g_ok(void) { return store(2, 3) == 0 && store(2, 4) == 0 && store(2, 5) == 0; }
int h_ok(void) { return store(3, 3) == 0 && store(3, 4) == 0 && store(3, 5) == 0; }
int i_ok(void) { return store(4, 3) == 0 && store(4, 4) == 0 && store(4, 5) == 0; }
int j_ok(void) { return store(5, 3) == 0 && store(5, 4) == 0 && store(5, 5) == 0; }
int k_ok(void) { return store(6, 3) == 0 && store(6, 4) == 0 && store(6, 5) == 0; }

void forgotten_bad(void) {
  store(3, 1);  // report unchecked-result: "the result of 'store' is ignored"
}

void said_so_ok(void) {
  (void)store(3, 2);
}

void nobody_checks_ok(void) {
  log_line("a");
  log_line("b");
}

// Used for its value: that says nothing about failures.
int used_ok(void) {
  length("z");
  return length("a") + length("b") + length("c") + length("d") + length("e") + length("f") +
         length("g") + length("h") + length("i") + length("j") + length("k") + length("l") +
         length("m") + length("n") + length("o") + length("p") + length("q") + length("r");
}

// Kept, and never looked at.
int FN_kept_and_forgotten_bad(void) {
  int r = store(7, 1);  // missed unchecked-result
  r = 2;
  return r;
}
