// Ways to `target()`: each function's name says whether some run gets there.  What is possible must
// never be refuted; what is impossible is here because pruning alone does not see it.
#include <stdlib.h>
#include <string.h>

void target(void);
void begin(void);  // what is told of the path begins here: before it, others may lead there
void unknown(void);
int unknown_int(void);
void takes(int *p);

struct pair {
  int first, second;
  unsigned low : 3, high : 5;
};
int global_count;
static const int kLimit = 8;
volatile int device;

void masks_impossible(unsigned flags) {
  if ((flags & 6) == 5) target();
}
void masks_possible(unsigned flags) {
  if ((flags & 7) == 5) target();
}
void parity_impossible(int x) {
  int y = x * 2;
  if (y % 2 == 1) target();
}
void linear_impossible(int x, int y) {
  if (x > 100 || y > 100 || x < 0 || y < 0) return;
  if (x + y > 100 && x + y < 50) target();
}
void shifts_impossible(unsigned x) {
  if (x >> 28 != 3) return;
  if ((x & 0x0fffffffu) == x) target();
}
void overflow_check_possible(unsigned a, unsigned b) {
  if (a + b < a) target();
}
void signed_overflow_possible(int a) {
  if (a > 0 && a + 1 < 0) target();
}
void narrow_impossible(int x) {
  unsigned char c = x;
  if (c > 255) target();
}
void narrow_possible(int x) {
  unsigned char c = x;
  if (c == 0 && x != 0) target();
}
void switch_impossible(unsigned x) {
  switch (x & 3) {
    case 0:
    case 1:
    case 2:
    case 3: return;
    default: target();
  }
}
void switch_possible(int x) {
  switch (x * 3) {
    case -6 ... -2: target();
    default: return;
  }
}

// Memory.
void same_field_impossible(struct pair *p) {
  if ((p->first & 1) == 0) return;
  if ((p->first & 1) == 0) target();
}
void field_and_call_possible(struct pair *p) {
  if ((p->first & 1) == 0) return;
  unknown();
  if ((p->first & 1) == 0) target();
}
void other_field_written_impossible(struct pair *p) {
  if ((p->first & 1) == 0) return;
  p->second = 4;
  if ((p->first & 1) == 0) target();
}
void written_through_other_possible(struct pair *p, struct pair *q) {
  if ((p->first & 1) == 0) return;
  q->first = 0;
  if ((p->first & 1) == 0) target();
}
static void written_last(struct pair *p) { p->first = 0; }
void written_through_other_in_callee_possible(struct pair *p, struct pair *q) {
  if ((p->first & 1) == 0) return;
  written_last(q);
  if ((p->first & 1) == 0) target();
}
void written_then_read_impossible(struct pair *p, int x) {
  p->first = x * 2;
  if (p->first & 1) target();
}
void pointers_may_be_equal_possible(int *p, int *q) {
  if (p == q) target();
}
void local_by_pointer_possible(int *p) {
  int x = 0;
  takes(&x);
  *p = 3;
  if (x == 3) target();
}
void local_behind_own_pointer_possible(int c) {
  int x = 0, y = 0;
  int *p = c ? &x : &y;
  *p = 1;
  if (x == 1) target();
}
void element_possible(int i) {
  int table[100];
  table[0] = 1;
  table[i] = 2;
  if (table[0] == 2) target();
}
void bit_field_impossible(struct pair *p) {
  if (p->low > 7) target();
}
void structs_are_copied_possible(struct pair *p) {
  struct pair copy = *p;
  if (copy.first == 1 && copy.second == 2) target();
}
void global_possible(void) {
  if (global_count == 7) target();
}
void global_changes_possible(void) {
  if (global_count != 7) return;
  unknown();
  if (global_count != 7) target();
}
void global_stays_impossible(void) {
  if ((global_count & 3) != 1) return;
  if ((global_count & 1) == 0) target();
}
void volatile_possible(void) {
  if (device == 1) return;
  if (device == 1) target();
}
void uninitialised_possible(int c) {
  int x;
  if (c) x = 1;
  if (x == 2) target();
}
void null_after_use_possible(int *p) {
  int x = *p;
  if (!p) target();
  (void)x;
}
void static_local_possible(void) {
  static int seen = 0;
  if (seen) target();
  seen = 1;
}
void fill_possible(unsigned char c) {
  int x = 0;
  __builtin_memset(&x, c, sizeof x);
  if (x != 0) target();
}
union word {
  int number;
  struct {
    short low, high;
  } halves;
  struct {
    unsigned char bytes[4];
  } parts;
};
int union_possible(int x) {
  union word w;
  w.number = 1;
  w.halves.low = x;
  if (w.number != 1) target();
  w.number = x;
  return w.halves.low == 1 ? w.parts.bytes[0] : 0;
}
int union_array_possible(int x) {
  union word w;
  w.number = 0;
  w.parts.bytes[0] = x;
  if (w.number != 0) target();
  w.number = x;
  return w.parts.bytes[0] == 5;
}
int union_by_pointer_possible(int x) {
  union word w, *p = &w;
  w.number = 1;
  p->halves.low = x;
  if (w.number != 1) target();
  return w.number;
}

// Loops.
void loop_possible(int n) {
  int i = 0;
  while (i < n) i++;
  if (i == 5) target();
}
void loop_of_two_rounds_possible(int n) {
  int last = 0, rounds = 0;
  for (int i = 0; i < n; i++) {
    last = rounds;
    rounds = rounds + 1;
  }
  if (last == 7) target();
}
void loop_does_not_touch_impossible(unsigned flags, int n) {
  if ((flags & 6) != 4) return;
  for (int i = 0; i < n; i++) unknown();
  if (flags & 2) target();
}
// All that a loop writes into a variable is known: so is what it holds after it.
void written_numbers_impossible(int n) {
  int state;
  while (n--) {
    if (unknown_int())
      state = 1;
    else
      state = 2;
  }
  if (state > 2) target();
}
// A flag holds what the way that is walked has given it.
void flag_behind_loop_impossible(int n) {
  int done = 0;
  while (n--) {
    if (unknown_int()) continue;
    done = 1;
    break;
  }
  if (done != 0 && done != 1) target();
}
void flag_set_and_seen_possible(int n) {
  int done = 0;
  while (n--)
    if (unknown_int()) done = 1;
  if (done) target();
}
void flag_left_alone_possible(int n) {
  int done = 0;
  while (n--)
    if (unknown_int()) done = 1;
  if (!done) target();
}
void flag_turned_back_impossible(int n) {
  int done = 0;
  while (n--) done = 0;
  if (done) target();
}
void written_numbers_possible(int n) {
  int state = 0;
  while (n--) {
    if (unknown_int())
      state = 1;
    else
      state = unknown_int();
  }
  if (state > 2) target();
}
void written_before_possible(int n, int state) {
  while (n--) state = 1;
  if (state > 2) target();
}
void counted_possible(int n) {
  int count = 0;
  while (n--) count++;
  if (count > 2) target();
}
void counted_up_impossible(int n) {
  int count = 3;
  while (unknown_int()) count = count + 2;
  if (count < 3) target();
}
void counted_down_impossible(int n) {
  int count = 5;
  do {
    if (count == 6) target();
    count--;
  } while (unknown_int());
}
void counted_both_ways_possible(int n) {
  int count = 5;
  while (unknown_int()) {
    if (unknown_int()) count += 1;
    else count -= 1;
  }
  if (count == 9) target();
}
void counted_short_possible(int n) {
  short count = 5;
  while (unknown_int()) count--;
  if (count == 9) target();
}
void counted_unsigned_possible(int n) {
  unsigned count = 5;
  while (unknown_int()) count--;
  if (count == 9) target();
}
int *next_of(int *p);
void never_null_impossible(int *p, int n) {
  if (!p) return;
  while (n--) {
    p = next_of(p);
    if (p)
      p++;
    else
      return;
  }
  if (!p) target();
}
void sometimes_null_possible(int *p, int n) {
  if (!p) return;
  while (n--) {
    p = next_of(p);
    if (p == (int *)1) return;
  }
  if (!p) target();
}
void null_before_possible(int n) {
  int x, *p = 0;
  while (n--) p = &x;
  if (!p) target();
}
void written_by_asm_possible(int n) {
  int state = 1;
  while (n--) {
    state = 2;
    asm volatile("" : "=r"(state));
  }
  if (state > 2) target();
}
void address_taken_possible(int n) {
  int state = 1;
  takes(&state);
  while (n--) state = 2;
  if (state > 2) target();
}
void array_in_loop_possible(int n) {
  int table[4] = {0, 0, 0, 0};
  for (int i = 0; i < n && i < 4; i++) table[i] = i;
  if (table[3] == 3) target();
}
void goto_loop_possible(int n) {
  int i = 0;
again:
  i += 2;
  if (i < n) goto again;
  if (i == 10) target();
}

// Calls that are entered.
static int odd(int x) { return x * 2 + 1; }
void entered_impossible(int x) {
  if ((odd(x) & 1) == 0) target();
}
static void set(int *to, int value) { *to = value; }
void out_parameter_impossible(int x) {
  int y = 0;
  set(&y, x | 1);
  if ((y & 1) == 0) target();
}
void out_parameter_possible(int x) {
  int y = 0;
  set(&y, x | 1);
  if (y == 5) target();
}
static void set_last(int *to) {
  if (to) *to = 1;
}
void written_last_possible(struct pair *p, int *q) {
  if (p->first == 1) return;
  set_last(q);
  if (p->first == 1) target();
}
void not_entered_possible(int x) {
  if (unknown_int() == x) target();
}
void float_possible(double d) {
  if (d) target();
}
void constant_global_possible(int x) {
  if (x < kLimit) target();
}

// What others write by name.
struct box {
  int kept, changed, shown;
  struct box *next;
};
extern struct box *boxes;
static void change(struct box *b) {
  for (; b; b = b->next) b->changed = 1;
}
static void change_by_number(int *number) { *number = 0; }
static void show(struct box *b) { change_by_number(&b->shown); }
void field_past_loop_impossible(struct box *b, int n) {
  if (b->kept != 3) return;
  for (int i = 0; i < n; i++) b->changed = i;
  if (b->kept != 3) target();
}
void field_past_loop_possible(struct box *b, struct box *other, int n) {
  if (b->kept != 3) return;
  for (int i = 0; i < n; i++) other->kept = i;
  if (b->kept != 3) target();
}
void number_past_loop_possible(struct box *b, int *numbers, int n) {
  if (b->shown != 3) return;
  for (int i = 0; i < n; i++) numbers[i] = i;
  if (b->shown != 3) target();
}
void number_is_a_field_possible(struct box *b, int *number, int n) {
  if (*number != 3) return;
  for (int i = 0; i < n; i++) b->shown = i;
  if (*number != 3) target();
}
void field_in_record_possible(struct box *b, struct box *from, int n) {
  if (b->kept != 3) return;
  for (int i = 0; i < n; i++) *b = *from;
  if (b->kept != 3) target();
}
void field_past_call_possible(struct box *b) {
  if (b->shown != 3) return;
  show(b);
  if (b->shown != 3) target();
}
void last_call_ends_block_impossible(struct box *b, int c) {
  if (b->kept != 3) return;
  if (c) change(b);
  if (b->kept != 3) target();
}

// Functions that only look.
int compares(const char *a, const char *b) __attribute__((pure));
void asked_twice_impossible(const char *name, int n) {
  if (compares(name, "-") == 0) return;
  for (int i = 0; i < n; i++) boxes = boxes->next;
  if (compares(name, "-") == 0) target();
}
void asked_of_another_possible(const char *name) {
  if (compares(name, "-") == 0) return;
  if (compares(name, "+") == 0) target();
}
void asked_of_what_changes_possible(char *name) {
  if (compares(name, "-") == 0) return;
  name[0] = '-';
  if (compares(name, "-") == 0) target();
}
struct named {
  char name[8];
};
void asked_of_a_field_possible(struct named *n, struct named *other) {
  if (compares(n->name, "-") == 0) return;
  other->name[0] = '-';
  if (compares(n->name, "-") == 0) target();
}
void asked_past_other_texts_impossible(const char *name, char *to, int n) {
  if (compares(name, "-") == 0) return;
  for (int i = 0; i < n; i++) to[i] = 0;
  if (compares(name, "-") == 0) target();
}

void against_itself_before_and_after_impossible(int mode, int x) {
  int flag = 0;
  if (mode == 1) flag = 1;
  if (flag == 1 && mode != 1) unknown();
  if (x == 5) return;
  begin();
  if (x == 5) target();
}
void against_itself_before_possible(int x) {
  int flag = 0;
  x = 1;
  if (flag) {
    begin();
    if (x == 5) target();
  }
}

// Functions that the path calls and does not enter are run where they are small.
static int minus_one_for_two(int mode) {
  if (mode == 2) return -1;
  return 0;
}
void small_constant_impossible(void) {
  if (minus_one_for_two(1) < 0) target();
}
void small_argument_impossible(int mode) {
  if (mode == 1 && minus_one_for_two(mode) < 0) target();
}
void small_argument_possible(int mode) {
  if (mode > 1 && minus_one_for_two(mode) < 0) target();
}
void small_relates_impossible(int mode) {
  int result = minus_one_for_two(mode);
  if (mode != 2 && result) target();
}
static int is_there(const struct pair *p) { return p != 0; }
void small_test_impossible(struct pair *p) {
  if (!is_there(p)) return;
  if (!p) target();
}
static int first_of(const struct pair *p) { return p->first; }
void small_reads_impossible(struct pair *p) {
  p->first = 1;
  if (first_of(p) == 0) target();
}
void small_reads_other_possible(struct pair *p) {
  p->second = 1;
  if (first_of(p) == 0) target();
}
static void clears_count(void) { global_count = 0; }
void small_writes_impossible(void) {
  clears_count();
  if (global_count) target();
}
static void set_second(struct pair *p, int value) { p->second = value; }
void small_writes_behind_impossible(struct pair *p) {
  set_second(p, 2);
  if (p->second != 2) target();
}
void small_writes_behind_possible(struct pair *p, struct pair *q) {
  p->second = 1;
  set_second(q, 2);
  if (p->second == 2) target();
}
// What one of its ways follows is not followed by the others.
static int first_or_zero(const struct pair *p) {
  if (p) return p->first;
  return 0;
}
void small_follows_possible(struct pair *p) {
  if (first_or_zero(p) == 0 && !p) target();
}
// The call is all of its block.
void small_alone_possible(int mode) {
  while (minus_one_for_two(mode)) {
    mode = unknown_int();
    target();
  }
}
static int picks(int which) {
  switch (which) {
    case 1:
      return 10;
    case 2:
    case 3:
      return 20;
    default:
      return 30;
  }
}
void small_choice_impossible(int which) {
  if (which > 1 && picks(which) == 10) target();
}
void small_choice_possible(int which) {
  if (which > 1 && picks(which) == 30) target();
}

// Fields of a global that is a record: each for itself.
static struct settings {
  int threads, live;
  int pipe[2];
  char *title;
  struct {
    int depth;
  } inner;
  union {
    int number;
    float real;
  } either;
} settings;
void counts_live(void) { settings.live++; }
static void writes_field(void) {
  counts_live();
  settings.title = 0;
}
static void writes_threads(struct settings *s) {
  counts_live();
  s->threads = 0;
}
static void writes_pipe(int *ends) {
  counts_live();
  ends[0] = 3;
}
void other_field_of_global_impossible(void) {
  if (!settings.threads) return;
  writes_field();
  if (!settings.threads) target();
}
void element_of_global_impossible(void) {
  if (settings.pipe[1] == -1) return;
  writes_field();
  if (settings.pipe[1] == -1) target();
}
void inner_field_of_global_impossible(void) {
  if (settings.inner.depth == 2) return;
  writes_field();
  if (settings.inner.depth == 2) target();
}
void same_field_of_global_possible(void) {
  if (!settings.live) return;
  writes_field();
  if (!settings.live) target();
}
void field_of_global_by_pointer_possible(void) {
  if (!settings.threads) return;
  writes_threads(&settings);
  if (!settings.threads) target();
}
void element_of_global_by_pointer_possible(void) {
  if (settings.pipe[0] == 3) return;
  writes_pipe(settings.pipe);
  if (settings.pipe[0] == 3) target();
}
void field_of_global_anywhere_possible(void) {
  if (!settings.threads) return;
  unknown();
  if (!settings.threads) target();
}
static void writes_union(void) {
  counts_live();
  settings.either.real = 1;
}
void union_in_global_possible(void) {
  if (settings.either.number == 0x3f800000) return;
  writes_union();
  if (settings.either.number == 0x3f800000) target();
}
// What is not entered: a loop that may call them has written what they write.
void other_field_behind_a_loop_impossible(int n) {
  if (!settings.threads) return;
  for (; n > 0; --n) writes_field();
  if (!settings.threads) target();
}
void same_field_behind_a_loop_possible(int n) {
  if (!settings.live) return;
  for (; n > 0; --n) writes_field();
  if (!settings.live) target();
}
void union_behind_a_loop_possible(int n) {
  if (settings.either.number == 5) return;
  for (; n > 0; --n) writes_union();
  if (settings.either.number == 5) target();
}

// What is not always made by the callee itself its callers may know.
static struct pair *make_pair(int first) {
  struct pair *p = malloc(sizeof *p);
  if (!p) return NULL;
  p->first = first;
  return p;
}
static struct pair *one_or_new(struct pair *p) {
  struct pair *made = p;
  if (!made) made = make_pair(1);
  if (made) made->first = 3;
  return made;
}
struct pair *last_made;
static void changes_last(void) {
  struct pair *p = last_made;
  if (p) p->first = unknown_int();
}
void after_one_or_another_possible(struct pair *p, struct pair *q, int n) {
  if (p->first == 3) return;
  for (; n > 0; --n) one_or_new(q);
  if (p->first == 3) target();
}
void after_the_last_was_changed_possible(struct pair *p, int n) {
  if (p->first == 3) return;
  for (; n > 0; --n) changes_last();
  if (p->first == 3) target();
}

// One text is not two.
void two_texts_impossible(const char *s) {
  if (strcmp(s, "shell")) return;
  unknown();
  if (strcmp(s, "window") == 0) target();
}
void two_pointers_possible(const char *s, const char *t) {
  if (strcmp(s, "shell")) return;
  if (strcmp(t, "window") == 0) target();
}
void neither_text_possible(const char *s) {
  if (strcmp(s, "shell") == 0) return;
  if (strcmp(s, "window") != 0) target();
}
void two_unknown_texts_possible(const char *s, const char *t, const char *u) {
  if (strcmp(s, t)) return;
  if (strcmp(s, u) == 0) target();
}
