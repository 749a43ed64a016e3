// Conditions that decide nothing, what stands behind them, loops without end.
#include <stdlib.h>

extern int sink;
extern volatile int device;
void work(void);

void contradiction_bad(int a) {
  if (a == 0 && a == 1)  // report impossible-condition: "'a == 0' and 'a == 1' cannot both be true"
    sink = 1;
}

void nested_contradiction_bad(int a) {
  if (a < 5) {
    if (10 < a) sink = a;  // report impossible-condition: "'10 < a' is always false here, by what was tested before"
  }
}

void idle_part_bad(int a) {
  if (5 < a && 10 < a) sink = a;  // report redundant-condition: "'5 < a' makes no difference beside '10 < a'"
}

void idle_alternative_bad(int a) {
  while (5 < a || 10 < a) {  // report redundant-condition: "'10 < a' makes no difference beside '5 < a'"
    sink += a;
    a--;
  }
}

void nested_again_bad(int a) {
  if (a < 5) {
    if (a < 10) sink = a;  // report redundant-condition: "'a < 10' is always true here, by what was tested before"
  }
}

void range_ok(int a) {
  if (0 < a && a < 10 && a != 5) sink = a;
  if (a < 0 || a > 10) sink = a;
}

void other_subject_ok(int a, int b) {
  if (5 < a && 10 < b) sink = a;
}

void changed_between_ok(int a) {
  if (a < 5) {
    a += 10;
    if (10 < a) sink = a;
  }
}

#define LIMIT 3
void macro_ok(int a) {
  if (a > 2 && a > LIMIT) sink = a;
}

void flag_never_set_bad(void) {
  int flag = 0;
  if (flag > 0) {
    sink = 1;  // report dead-code: "this cannot run: 'flag > 0' is always false"
  }
}

void loop_never_runs_bad(void) {
  for (int i = 0; i > 1; i++) {
    sink = i;  // report dead-code: "this cannot run: 'i > 1' is always false"
  }
}

void flag_set_ok(int a) {
  int flag = 0;
  if (a) flag = 1;
  if (flag > 0) sink = 1;
}

void flag_by_address_ok(void (*set)(int *)) {
  int flag = 0;
  set(&flag);
  if (flag > 0) sink = 1;
}

void no_step_bad(void) {
  int sum = 0;
  for (int i = 0; i < 10;) {
    sum++;  // report endless-loop: "this is repeated without end: nothing in the loop changes 'i < 10'"
  }
  sink = sum;
}

void parameter_bad(int flag) {
  int sum = 0;
  while (flag) {
    sum++;  // report endless-loop: "this is repeated without end: nothing in the loop changes 'flag'"
  }
  sink = sum;
}

void no_way_out_bad(void) {
  int sum = 0;
  while (1) {
    sum++;  // report endless-loop: "this is repeated without end: nothing leaves the loop"
  }
}

void halt_ok(void) {
  for (;;) {
  }
}

void watched_ok(void) {
  int flag = 1;
  while (flag) {
    if (device) break;
  }
}

void calls_ok(int flag) {
  while (flag) work();
}

void counted_ok(int n) {
  for (int i = 0; i < n; i++) sink += i;
}

void by_type_ok(unsigned short port, unsigned n) {
  if (port > 0 && port < 65536) sink = port;
  if (n >= 0 && n <= 13) sink = 1;
}

void function_address_bad(void) {
  if (work == 0) sink = 1;  // report redundant-condition: "'work == 0' is always false: a function has an address"
}

// An arm that is never chosen is part of a statement that runs.
int arm_ok(int n) {
  int wide = 0;
  int kind = wide ? n + 1 : n + 2;
  return kind;
}

int counted_below_zero_bad(const int *all, unsigned n) {
  int sum = 0;
  for (unsigned i = n; i >= 0; i--)  // report endless-loop: "'i >= 0' never ends the loop: 'i' is unsigned, and comes to a large number behind zero"
    sum += all[i];
  return sum;
}

int found_on_the_way_bad(const int *all, unsigned long n) {
  while (n >= 0) {  // report endless-loop: "'n >= 0' never ends the loop: 'n' is unsigned, and comes to a large number behind zero"
    if (all[n] == 3) return 1;
    n--;
  }
  return 0;
}

int counted_with_a_sign_ok(const int *all, int n) {
  int sum = 0;
  for (int i = n; i >= 0; i--) sum += all[i];
  return sum;
}

int left_at_zero_ok(const int *all, unsigned n) {
  int sum = 0;
  for (unsigned i = n; i >= 0; i--) {
    sum += all[i];
    if (i == 0) break;
  }
  return sum;
}

int counted_to_zero_ok(const int *all, unsigned n) {
  int sum = 0;
  for (unsigned i = n; i-- > 0;) sum += all[i];
  return sum;
}
