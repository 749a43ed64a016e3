void kernel_fpu_begin(void);
void kernel_fpu_end(void);

int scaled_bad(int x) {
  return x * 1.5;  // report kernel-float: "floating point without kernel_fpu_begin"
}

int saved_ok(int x) {
  kernel_fpu_begin();
  int y = x * 1.5;
  kernel_fpu_end();
  return y;
}

int integers_ok(int x) { return x * 3 / 2; }
