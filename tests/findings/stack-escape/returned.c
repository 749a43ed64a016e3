// rule: stack-escape
// An address that leaves by `return`.
struct pair {
  int first;
  int *second;
};

int *address_of_local_bad(void) {
  int x = 1;
  return &x;  // report stack-escape: "address of local variable 'x' is returned to the caller"
}

char *decayed_array_bad(void) {
  char buf[16];
  buf[0] = 0;
  return buf;  // report stack-escape: "address of local variable 'buf' is returned to the caller"
}

int *through_a_pointer_bad(void) {
  int x = 1;
  int *p = &x;  // step 1: "address of 'x' is taken here"
  return p;     // report stack-escape: "address of local variable 'x' is returned to the caller"
}

int *element_bad(int i) {
  int a[4] = {0};
  return &a[i];  // report stack-escape
}

int *field_bad(void) {
  struct pair s = {0};
  return &s.first;  // report stack-escape
}

int *parameter_bad(int n) {
  return &n;  // report stack-escape: "address of parameter 'n' is returned to the caller"
}

char *pointer_arithmetic_bad(int n) {
  char buf[32];
  char *p = buf;
  buf[0] = 0;
  p += n;
  return p + 1;  // report stack-escape
}

char *increment_bad(const char *s) {
  char buf[32];
  char *p = buf;
  while (*s) *p++ = *s++;
  return p;  // report stack-escape
}

int *through_an_integer_bad(void) {
  int x = 1;
  unsigned long bits = (unsigned long)&x;
  return (int *)(bits & ~7ul);  // report stack-escape
}

int *one_arm_bad(int c, int *other) {
  int x = 1;
  return c ? &x : other;  // report stack-escape
}

int *one_path_bad(int c, int *other) {
  int x = 1;
  int *p = other;
  if (c) p = &x;
  return p;  // report stack-escape
}

int *compound_literal_bad(void) {
  return (int[]){1, 2, 3};  // report stack-escape: "address of a compound literal is returned to the caller"
}

int *cast_to_void_and_back_bad(void) {
  int x = 1;
  void *p = &x;
  return p;  // report stack-escape
}

struct pair inside_an_object_bad(void) {
  int x = 1;
  struct pair s = {1, &x};  // step 1: "address of 'x' is taken here"
  return s;  // report stack-escape: "address of local variable 'x' is returned to the caller inside an object"
}

struct pair inside_a_literal_bad(void) {
  int x = 1;
  return (struct pair){.second = &x};  // report stack-escape
}

int *out_of_an_object_bad(void) {
  int x = 1;
  struct pair s;
  s.second = &x;
  return s.second;  // report stack-escape
}

int *through_a_pointer_to_pointer_bad(void) {
  int x = 1;
  int *p = 0;
  int **pp = &p;
  *pp = &x;
  return p;  // report stack-escape
}

int *out_of_an_array_bad(int i) {
  int x = 1;
  int *table[4] = {0};
  table[i] = &x;
  return table[2];  // report stack-escape
}

int *after_a_loop_bad(int n) {
  int x = 0;
  int *p = 0;
  for (int i = 0; i < n; ++i)
    if (i == 3) p = &x;
  return p;  // report stack-escape
}

char *variable_array_bad(int n) {
  char buf[n];
  buf[0] = 0;
  return buf;  // report stack-escape
}

void *alloca_bad(int n) {
  return __builtin_alloca(n);  // report stack-escape: "address of memory from alloca is returned to the caller"
}

int *statement_expression_bad(void) {
  int x = 1;
  return ({ int *p = &x; p; });  // report stack-escape
}

#define ADDRESS(v) (&(v))
int *in_a_macro_bad(void) {
  int x = 1;
  return ADDRESS(x);  // report stack-escape
}

int *static_local_ok(void) {
  static int x;
  return &x;
}

int *what_it_points_to_ok(int *p) {
  int *q = p;
  return q;
}

int value_ok(void) {
  int x = 1;
  int *p = &x;
  return *p;
}

int *other_field_ok(int *p) {
  int x = 1;
  struct pair s;
  s.second = &x;
  s.second = p;
  return s.second;
}

struct pair overwritten_ok(int *p) {
  int x = 1;
  struct pair s = {1, &x};
  s.second = p;
  return s;
}

int *other_path_ok(int c, int *other) {
  int x = 1;
  int *p = other;
  if (c) {
    p = &x;
    *p = 2;
    p = other;
  }
  return p;
}

int *null_if_taken_ok(int c, int *other) {
  int x = 1;
  int *p = other;
  if (c) p = &x;
  if (c) return 0;
  return p;
}

int *only_null_ok(void) {
  int x = 1;
  int *p = &x;
  if (!p) return p;
  return 0;
}

long distance_ok(void) {
  char a[8];
  return &a[7] - &a[0];
}

// A number that marks a place on the stack: nobody reads through it.
unsigned long stack_depth_ok(void) {
  int x;
  return (unsigned long)&x;
}

char *string_literal_ok(void) {
  char *p = "text";
  return p;
}

int *identity(int *p) { return p; }
int *returned_by_a_callee_bad(void) {
  int x = 1;
  return identity(&x);  // report stack-escape: "returning pointer to local variable 'x'"
}

void *copy(void *to, const void *from, unsigned long n);
int *FN_copied_by_a_callee_bad(void) {
  int x = 1;
  int *p = &x;
  int *q = 0;
  copy(&q, &p, sizeof p);
  return q;  // missed stack-escape
}

// Addition that leaves the object: nobody knows where it arrives.
int *FP_offset_from_a_local_ok(int *a, unsigned long i) {
  int x = 1;
  unsigned long base = (unsigned long)&x;
  return (int *)(base + ((unsigned long)&a[i] - base));  // false stack-escape
}

char *written_by_assembly_ok(char *other) {
  char buf[4];
  char *p = buf;
  __asm__("mov %1, %0" : "=r"(p) : "r"(other));
  return p;
}

void *allocate(unsigned long n);
void release(void *p);
// A buffer on the stack if it is large enough, as gettext does.
char *not_the_buffer_ok(unsigned long n, char *other) {
  char buf[64];
  char *p = n <= sizeof buf ? buf : allocate(n);
  char *found = p;
  int is_new = found != p;
  if (p != buf) release(p);
  if (is_new) return found;
  return other;
}

char *neither_of_two_ok(unsigned long n, char *other) {
  char buf[64];
  char *p = n <= sizeof buf ? buf : allocate(n);
  char *found = n == 1 ? p : other;
  int is_new = !(found == p || found == other);
  if (is_new) return found;
  return other;
}

char *the_buffer_bad(unsigned long n) {
  char buf[64];
  char *p = n <= sizeof buf ? buf : allocate(n);
  if (p == buf) p[0] = 0;
  return p;  // report stack-escape
}
