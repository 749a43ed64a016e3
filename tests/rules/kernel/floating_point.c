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

double parameter_bad(double x) {
  return x;  // report kernel-float: "floating point without kernel_fpu_begin"
}

int saved_on_one_path_bad(int x, int save) {
  if (save) kernel_fpu_begin();
  int y = x * 0.5;  // report kernel-float: "floating point without kernel_fpu_begin"
  if (save) kernel_fpu_end();
  return y;
}

static int half(int x) {
  return x * 0.5;  // false kernel-float
}

// One function at a time: that the caller has saved the registers is not seen.
int FP_saved_by_the_caller_ok(int x) {
  kernel_fpu_begin();
  int y = half(x);
  kernel_fpu_end();
  return y;
}

int long_double_bad(long double x) {
  return x > 2;  // report kernel-float: "floating point without kernel_fpu_begin"
}
