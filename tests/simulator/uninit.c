// Memory that is read before it is written.
#include <stdlib.h>
#include <string.h>

int on_one_path_bad(int c) {
  int x;
  if (c) x = 1;
  return x;  // report uninit: "using uninitialized memory 'x'"
}

int on_all_paths_ok(int c) {
  int x;
  if (c)
    x = 1;
  else
    x = 2;
  return x;
}

int correlated_ok(int c) {
  int x;
  if (c > 3) x = 1;
  if (c > 3) return x;
  return 0;
}

int cascade_ok(int b) {
  int x;
  int a = b + 5;
  if (a == 2) x = 1;
  if (b == -3) return x;
  return 0;
}

struct pair {
  int a, b;
};

int field_bad(void) {
  struct pair p;
  p.a = 1;
  return p.a + p.b;  // report uninit: "using uninitialized memory 'p.b'"
}

int heap_bad(void) {
  int *p = malloc(2 * sizeof *p);
  if (!p) return 0;
  p[0] = 1;
  int v = p[1];  // report uninit: "using uninitialized memory 'p[1]'"
  free(p);
  return v;
}

static void set(int *to, int c) {
  if (c) *to = 1;
}

int by_callee_bad(int c) {
  int x;
  set(&x, c);
  return x;  // report uninit: "using uninitialized memory 'x'"
}

int by_callee_ok(void) {
  int x;
  set(&x, 1);
  return x;
}

void unknown(int *p);

int by_unknown_ok(void) {
  int x;
  unknown(&x);
  return x;
}

int filled_by_loop_ok(int n) {
  int a[16];
  for (int i = 0; i < 16; ++i) a[i] = n;
  return a[n & 15];
}

static int use(struct pair *p) { return p->b; }

int through_pointer_bad(void) {
  struct pair p;
  p.a = 1;
  return use(&p);  // report uninit: "using uninitialized memory 'p.b', passed to 'use'"
}

int byte_bad(int c) {
  char x;
  if (c) x = 1;
  return x;  // report uninit: "using uninitialized memory 'x'"
}

int byte_tested_bad(int c) {
  char x[4];
  if (c) x[0] = 1;
  if (x[0]) return 1;  // report uninit: "using uninitialized memory 'x[0]'"
  return 0;
}

struct padded {
  char tag;
  int number;
};

void bytes_copied_ok(struct padded *to) {
  struct padded from;
  from.tag = 1;
  from.number = 2;
  const unsigned char *p = (const unsigned char *)&from;
  for (unsigned i = 0; i < sizeof from; ++i) ((unsigned char *)to)[i] = p[i];
}

struct parser {
  const unsigned char *rules;
  int state;
};

// How much is on the stack the tables say: what a rule takes was put there.
int by_a_table_ok(const struct parser *p, int token) {
  int stack[8], *top = stack;
  *top = token;
  if (p->rules[p->state] == 3) return top[0] + top[1];
  return top[0];
}

// Of its own parameter the function knows as much as anybody.
int by_a_parameter_bad(int count) {
  int list[4];
  list[0] = 1;
  if (count == 2) return list[0] + list[1];  // report uninit: "using uninitialized memory 'list[1]'"
  return list[0];
}

// Copies carry along what is not set; whoever uses it is told.
struct message {
  int type;
  char text[60];
};
void record_copied_in_part_ok(struct message *out) {
  struct message made;
  made.type = 1;
  strcpy(made.text, "hi");
  memcpy(out, &made, sizeof made);
}
void record_copied_unset_bad(struct message *out) {
  struct message made;
  memcpy(out, &made, sizeof made);  // report uninit: "using uninitialized memory '&made', passed to 'memcpy'"
}
int copied_part_is_used_bad(void) {
  char from[10], to[10];
  from[9] = 1;
  memcpy(to, from, sizeof to);
  return to[0];  // report uninit: "using uninitialized memory 'to[0]'"
}
int copied_part_that_is_set_ok(void) {
  char from[10], to[10];
  from[9] = 1;
  memcpy(to, from, sizeof to);
  return to[9];
}

// Bytes that nobody set may be copied within the function: whoever uses them is told.
int copied_unset_ok(void) {
  int from[4], to[4];
  memcpy(to, from, sizeof to);
  to[0] = 1;
  return to[0];
}
int copied_unset_is_used_bad(void) {
  int from[4], to[4];
  memcpy(to, from, sizeof to);
  return to[0];  // report uninit: "using uninitialized memory 'to[0]'"
}

// Each is told: the path goes on.
int two_unset_bad(void) {
  int a, b;
  if (a > 3)    // report uninit: "using uninitialized memory 'a'"
    return b;   // report uninit: "using uninitialized memory 'b'"
  return 0;
}
// GNU's way to say that the value is of no interest.
int by_itself_ok(void) {
  int n = n;
  n += 1;
  return n;
}

// Told once of all elements.
int elements_bad(void) {
  int list[4];
  int sum = list[0];       // report uninit: "using uninitialized memory 'list[0]'"
  return sum + list[1];
}
// What is handed to inline assembly may be written there.
int by_assembly_ok(void) {
  int n;
  __asm__ volatile("movl $1, (%0)" : : "r"(&n) : "memory");
  return n;
}
// One of the elements was written, perhaps this one.
int written_by_unknown_index_ok(int length, int i) {
  int values[length];
  values[i] = 4;
  return values[0];
}
// What is read by an unknown index writes nothing.
struct dispatch {
  int (*handlers[200])(int number);
};
int dispatched_before_it_is_set_bad(struct dispatch *table, int i) {
  int number;
  return table->handlers[i](number);  // report uninit: "using uninitialized memory 'number'"
}
// What is on a stack the tables say that lead to its uses.
struct item {
  int number;
};
static int value_of(struct item item) { return item.number; }
int next_token(void);
static const short actions[300] = {[7] = 1, [9] = 2, [200] = 1};
int parsed_ok(void) {
  struct item stack[20], *top = stack;
  for (;;) {
    int action = actions[(unsigned)next_token() % 300];
    switch (action) {
      case 0:
        (++top)->number = next_token();
        break;
      case 1:
        return value_of(top[0]);
      default:
        return 0;
    }
  }
}
int passed_before_it_is_set_bad(int n) {
  struct item items[2];
  if (n > 3) items[0].number = 1;
  return value_of(items[1]);  // report uninit
}

// A pool hands out what it has, or a new block; what is in it somebody else may have written.
static char space[512], *next = space;
static unsigned long left = sizeof space;
static char *from_pool(unsigned long size) {
  if (size > left) {
    char *more = malloc(4096);
    if (!more) exit(1);
    next = more;
    left = 4096;
  }
  char *p = next;
  next += size;
  left -= size;
  return p;
}
unsigned long begun_elsewhere_ok(unsigned long size) {
  char *p = from_pool(size);
  return strlen(p);
}
static char *new_block(void) {
  char *p = malloc(16);
  if (!p) exit(1);
  return p;
}
unsigned long new_block_bad(void) {
  char *p = new_block();
  unsigned long length = strlen(p);  // report uninit: "using uninitialized memory 'p', passed to 'strlen'"
  free(p);
  return length;
}
