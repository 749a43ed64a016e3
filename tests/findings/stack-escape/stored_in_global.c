// rule: stack-escape
// An address that is still in a global or a static local when the function returns.
int *global;
int **global_to_pointer;
struct list {
  struct list *next;
  int *data;
} head;
static int *private_global;
static int *shared_global;
int *table[8];
void run(void);
void use(int *p);
_Noreturn void finish(int code);

void stored_bad(void) {
  int x = 1;
  global = &x;  // report stack-escape: "address of local variable 'x' is still stored in global variable 'global' when 'stored_bad' returns"
}  // step 1: "the life of 'x' ends here, where 'stored_bad' returns"

void stored_in_a_field_bad(void) {
  int x = 1;
  head.data = &x;  // report stack-escape: "address of local variable 'x' is still stored in 'head.data' when 'stored_in_a_field_bad' returns"
}

void stored_in_static_local_bad(void) {
  static int *kept;
  int x = 1;
  kept = &x;  // report stack-escape: "address of local variable 'x' is still stored in static variable 'kept' when 'stored_in_static_local_bad' returns"
}

void stored_through_a_pointer_bad(void) {
  int x = 1;
  int **pp = &global;
  *pp = &x;  // report stack-escape: "address of local variable 'x' is still stored in global variable 'global' when 'stored_through_a_pointer_bad' returns"
}

void stored_behind_a_global_bad(void) {
  int x = 1;
  *global_to_pointer = &x;  // report stack-escape: "address of local variable 'x' is still stored in '*global_to_pointer' when 'stored_behind_a_global_bad' returns"
}

void on_one_path_bad(int c) {
  int x = 1;
  if (c) global = &x;  // report stack-escape
}

void reset_on_one_path_bad(int c) {
  int x = 1;
  global = &x;  // report stack-escape
  if (c) return;  // step 1: "the life of 'x' ends here, where 'reset_on_one_path_bad' returns"
  global = 0;
}

void element_bad(int i) {
  int x = 1;
  table[i] = &x;  // report stack-escape
}

// Nobody else writes it, so the call cannot have reset it.
void private_over_a_call_bad(void) {
  int x = 1;
  private_global = &x;  // report stack-escape
  run();
}

// Nobody else can even name it.
void static_local_over_a_call_bad(void) {
  static int *kept;
  int x = 1;
  kept = &x;  // report stack-escape
  run();
}

void in_an_inner_scope_bad(void) {
  {
    int x = 1;
    global = &x;  // report stack-escape: "address of local variable 'x' is still stored in global variable 'global' when its scope ends"
  }  // step 1: "the life of 'x' ends here"
  run();
}

void whole_object_bad(void) {
  int x = 1;
  head = (struct list){0, &x};  // report stack-escape
}

void copied_from_a_local_bad(void) {
  int x = 1;
  struct list l = {0, &x};
  head = l;  // report stack-escape
}

int other_value_ok(void) {
  int x = 1;
  global = &x;
  global = 0;
  return x;
}

void reset_ok(void) {
  int x = 1;
  int *saved = global;
  global = &x;
  run();
  global = saved;
}

void reset_on_each_path_ok(int c) {
  int x = 1;
  global = &x;
  if (c) {
    global = 0;
    return;
  }
  global = table[1];
}

void pushed_and_popped_ok(void) {
  struct list l;
  l.next = head.next;
  head.next = &l;
  head.next = l.next;
}

void element_set_and_reset_ok(int i) {
  int x = 1;
  table[i] = &x;
  run();
  table[i] = 0;
}

// The callee may have reset it.
void external_over_a_call_ok(void) {
  int x = 1;
  global = &x;
  run();
}

void resets_shared(void) { shared_global = 0; }
void reset_by_another_function_ok(void) {
  int x = 1;
  shared_global = &x;
  resets_shared();
}

void never_returns_ok(void) {
  int x = 1;
  global = &x;
  finish(1);
}

void same_condition_ok(int c) {
  int x = 1;
  if (c) global = &x;
  x = 2;
  if (c) global = 0;
}

void negated_condition_ok(int c) {
  int x = 1;
  if (!c) global = &x;
  if (c == 0) global = 0;
}

void flag_ok(int n) {
  int x = 1, stored = 0;
  if (n > 4) {
    global = &x;
    stored = 1;
  }
  if (stored) global = 0;
}

void reset_if_still_there_ok(void) {
  int x = 1;
  global = &x;
  if (global == &x) global = 0;
}

void condition_changed_bad(int c) {
  int x = 1;
  if (c) global = &x;  // report stack-escape
  c = x;
  if (c) global = 0;
}

void passed_to_a_call_ok(void) {
  int x = 1;
  use(&x);
}

void kept_in_a_local_ok(void) {
  int x = 1;
  struct list l;
  l.data = &x;
  use(l.data);
}

void string_ok(void) { head.data = (int *)"text"; }

// Two conditions that say the same in different words are not seen to.
void FP_related_conditions_ok(int n) {
  int x = 1;
  if (n > 4) global = &x;  // false stack-escape
  if (n >= 5) global = 0;
}

// Conditions on memory are not remembered, only those on locals.
void FP_same_memory_tested_ok(struct list *l) {
  int x = 1;
  if (l->next) global = &x;  // false stack-escape
  if (l->next) global = 0;
}

void keeps(int *p) { global = p; }
// Callees are not looked into.
void FN_stored_by_a_callee_bad(void) {
  int x = 1;
  keeps(&x);  // missed stack-escape
}
