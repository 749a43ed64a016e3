unsigned long copy_from_user(void *to, const void *from, unsigned long n);

struct request {
  int size;
};

int dereferenced_bad(struct request *arg) {
  struct request r;
  copy_from_user(&r, arg, sizeof r);
  return arg->size;  // report user-pointer: "'arg' comes from user space and is dereferenced"
}

static int size_of(struct request *r) {
  return r->size;  // report user-pointer: "'r' comes from user space and is dereferenced"
}

int in_a_callee_bad(struct request *arg) {
  struct request r;
  copy_from_user(&r, arg, sizeof r);
  return size_of(arg);
}

int copied_ok(struct request *arg) {
  struct request r;
  if (copy_from_user(&r, arg, sizeof r)) return -1;
  return r.size;
}

int only_its_address_ok(struct request *arg, int *to) {
  int *size = &arg->size;
  return copy_from_user(to, size, sizeof *to) != 0;
}

int replaced_ok(struct request *arg, struct request *kernel) {
  struct request r;
  copy_from_user(&r, arg, sizeof r);
  arg = kernel;
  return arg->size;
}

// Used first, copied then: the belief comes too late.
int FN_used_before_bad(struct request *arg) {
  int size = arg->size;  // missed user-pointer
  struct request r;
  copy_from_user(&r, arg, sizeof r);
  return size;
}
