// What a function shows by its shape: how it ends, what it calls, what it keeps on the stack.
extern int sink;

enum color { kRed, kGreen };

int end_without_value_bad(int flag) {
  if (flag == 0) return 0;
}  // report missing-return: "the end of 'end_without_value_bad' is reached without a return value"

int broken_case_bad(int flag) {
  switch (flag) {
    case 1:
      return 0;
    case 2:
      break;
    default:
      return -1;
  }
}  // report missing-return: "the end of 'broken_case_bad' is reached without a return value"

int all_cases_ok(enum color color) {
  switch (color) {
    case kRed:
      return 1;
    case kGreen:
      return 2;
  }
}

int never_ends_ok(int flag) {
  for (;;) {
    if (sink == flag) return flag;
  }
}

int deeper_and_deeper_bad(int n) {
  return deeper_and_deeper_bad(n + 1);  // report endless-recursion: "'deeper_and_deeper_bad' calls itself on every path: it never returns"
}

int factorial_ok(int n) {
  if (n < 2) return 1;
  return n * factorial_ok(n - 1);
}

void much_on_the_stack_bad(int i) {
  double much[1048576];  // report large-frame: "the local variables of 'much_on_the_stack_bad' take 8388612 bytes of the stack, 'much' 8388608 of them"
  much[0] = i;
  sink = (int)much[0];
}

void little_on_the_stack_ok(int i) {
  double little[1024];
  little[0] = i;
  sink = (int)little[0];
}

void stray_semicolon_bad(int flag) {
  if (flag)  // report empty-body: "whether 'flag' makes no difference: a semicolon ends the statement here"
    ;
  sink = 1;
}

void empty_branch_ok(int flag) {
  if (flag)
    ;
  else
    sink = 1;
}

void computed_in_vain_bad(int a, int b) {
  int sum;
  sum = a + b;  // report unused-value: "nothing reads 'sum', which is computed here"
  sink = a;
}

int computed_and_read_ok(int a, int b) {
  int sum;
  sum = a + b;
  return sum;
}

void counted_down_ok(int a) {
  int rounds;
  rounds = a / 16;
  do {
    sink++;
  } while (--rounds);
}
