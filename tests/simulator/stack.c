// Addresses of variables that are gone.
int *returned_bad(void) {
  int x = 1;
  return &x;  // report stack-escape: "returning pointer to local variable 'x'"
}

static int *same(int *p) { return p; }

int *returned_by_callee_bad(void) {
  int x = 1;
  return same(&x);  // report stack-escape: "returning pointer to local variable 'x'"
}

int *parameter_ok(int *p) { return same(p); }
