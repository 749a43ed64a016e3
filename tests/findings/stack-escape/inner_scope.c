// rule: stack-escape
// An address that is used after the block of its variable was left.
void use(int *p);
void show(const char *s);

int dereferenced_bad(int c) {
  int *p = 0;
  if (c) {
    int x = 1;
    p = &x;  // step 1: "address of 'x' is taken here"
  }          // step 2: "the life of 'x' ends here"
  if (p) return *p;  // report stack-escape: "address of local variable 'x' is used after its scope has ended"
  return 0;
}

void passed_on_bad(int n) {
  const char *text = "none";
  if (n > 0) {
    char buf[16];
    buf[0] = (char)n;
    text = buf;
  }
  show(text);  // report stack-escape
}

int written_through_bad(void) {
  int *p;
  {
    int x;
    p = &x;
  }
  *p = 2;  // report stack-escape
  return 0;
}

int field_of_an_object_bad(void) {
  struct {
    int *p;
  } s;
  {
    int x = 1;
    s.p = &x;
  }
  return *s.p;  // report stack-escape
}

int previous_turn_bad(int n) {
  int *last = 0;
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    int x = i;
    if (last) sum += *last;  // report stack-escape
    last = &x;
  }
  return sum;
}

int *returned_bad(int c) {
  int *p = 0;
  if (c) {
    int x = 1;
    p = &x;
  }
  return p;  // report stack-escape
}

int inside_ok(void) {
  int sum = 0;
  {
    int x = 1;
    int *p = &x;
    sum += *p;
  }
  return sum;
}

int replaced_ok(int c) {
  int y = 2;
  int *p = 0;
  if (c) {
    int x = 1;
    p = &x;
    use(p);
    p = &y;
  }
  return p ? *p : 0;
}

int compared_ok(void) {
  int *p;
  {
    int x = 1;
    p = &x;
  }
  return p == 0;
}

int same_condition_ok(int c) {
  int y = 0;
  int *p = &y;
  if (c) {
    int x = 1;
    p = &x;
    y = *p;
  }
  if (!c) return *p;
  return y;
}

int next_turn_ok(int n) {
  int *p;
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    int x = i;
    p = &x;
    sum += *p;
  }
  return sum;
}

int in_a_switch_ok(int n) {
  int sum = 0;
  switch (n) {
    case 1: {
      int x = 1;
      int *p = &x;
      sum = *p;
      break;
    }
    default: sum = 2;
  }
  return sum;
}

int after_goto_ok(int n) {
again: {
  int x = n;
  int *p = &x;
  if (*p > 3) {
    --n;
    goto again;
  }
}
  return n;
}

// The front end does not say where the life of a compound literal ends.
int FN_compound_literal_bad(int c) {
  int *p = 0;
  if (c) {
    p = (int[]){1, 2};
  }
  return p ? *p : 0;  // missed stack-escape
}
