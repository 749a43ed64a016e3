// Indices that a callee gets: how far it goes is known to who has the memory.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put(int *a, int i) { a[i] = 1; }
static int get(const int *a, unsigned i) { return a[i]; }
static void end_at(char *buf, size_t n) { buf[n] = 0; }
static void put_next(int *a, int i) { put(a, i + 1); }
static void put_up_to_four(int *a, int i) {
  if (i > 4) return;
  a[i] = 1;
}
static void put_in_four(int *a, int i) {
  if (i < 0 || i >= 4) return;
  a[i] = 1;
}

void one_past_bad(void) {
  int a[4];
  put(a, 4);  // report buffer-overflow: "'put' writes 4 bytes at offset 16 of 'a', which has 16"
}
void last_ok(void) {
  int a[4];
  put(a, 3);
}
void before_bad(void) {
  int a[4];
  put(a, -1);  // report buffer-overflow: "'put' writes to 'a', 4 bytes before its memory"
}
int read_bad(void) {
  int a[4] = {0};
  return get(a, 4);  // report buffer-overflow: "'get' reads 4 bytes at offset 16 of 'a', which has 16"
}
void ended_bad(void) {
  char b[16];
  end_at(b, sizeof b);  // report buffer-overflow: "'end_at' writes 1 byte at offset 16 of 'b', which has 16"
}
void ended_ok(void) {
  char b[16];
  end_at(b, sizeof b - 1);
}
void two_levels_bad(void) {
  int a[4];
  put_next(a, 3);  // report buffer-overflow: "'put_next' writes 4 bytes at offset 16 of 'a', which has 16"
}
void two_levels_ok(void) {
  int a[4];
  put_next(a, 2);
}
void partly_checked_bad(void) {
  int a[4];
  put_up_to_four(a, 4);  // report buffer-overflow: "'put_up_to_four' writes 4 bytes at offset 16 of 'a', which has 16"
}
void excluded_ok(void) {
  int a[4];
  put_up_to_four(a, 5);
}
void checked_ok(void) {
  int a[4], n = 0;
  put_in_four(a, 4);
  if (scanf("%d", &n) == 1) put_in_four(a, n);
}
void from_outside_bad(void) {
  int a[4], n = 0;
  if (scanf("%d", &n) != 1) return;
  put(a, n);  // report buffer-overflow: "'put' writes out of the bounds of 'a'"
}
void partly_checked_outside_bad(void) {
  int a[4], n = 0;
  if (scanf("%d", &n) != 1 || n < 0) return;
  put_up_to_four(a, n);  // report buffer-overflow: "'put_up_to_four' writes out of the bounds of 'a'"
}
void checked_outside_ok(void) {
  int a[4], n = 0;
  if (scanf("%d", &n) != 1) return;
  if (n < 0 || n >= 4) return;
  put(a, n);
}
void block_bad(void) {
  int *p = malloc(10 * sizeof *p);
  if (!p) return;
  put(p, 10);  // report buffer-overflow: "'put' writes 4 bytes at offset 40 of 'p', which has 40"
  free(p);
}

// The memory is the callee's, or its caller's own.
static int table[8];
static int table_at(int i) { return table[i]; }
void fill_table(int i, int value) { table[i & 7] = value; }
int written_table_bad(void) { return table_at(9); }  // report buffer-overflow: "value '9' passed to 'table_at' is out of bounds there"
int written_table_ok(void) { return table_at(7); }
int written_table_outside_bad(void) {
  int n = 0;
  if (scanf("%d", &n) != 1) return 0;
  return table_at(n);  // report buffer-overflow: "value 'n' passed to 'table_at' is out of bounds there"
}
static void put_in_own(int i) {
  int a[4];
  put(a, i);
}
void through_own_bad(void) { put_in_own(4); }  // report buffer-overflow: "value '4' passed to 'put_in_own' is out of bounds there"
void through_own_ok(void) { put_in_own(3); }

// Memory that says itself how much there is.
struct list {
  int *data;
  int length, room;
  char name[8];
};
static void push(struct list *l, int value) {
  if (l->length < l->room) l->data[l->length++] = value;
}
void pushed_ok(void) {
  int data[2];
  struct list l = {data, 0, 2, ""};
  push(&l, 1);
  push(&l, 2);
  push(&l, 3);
}
void pushed_bad(void) {
  int data[2];
  struct list l = {data, 2, 3, ""};
  push(&l, 1);  // report buffer-overflow: "'push' writes 4 bytes at offset 8 of 'l.data', which has 8"
}
static void name_ends(struct list *l, int i) { l->name[i] = 0; }
void past_the_record_bad(void) {
  struct list l;
  name_ends(&l, 20);  // report buffer-overflow: "'name_ends' writes 1 byte at offset 36 of 'l', which has 24"
}
void in_the_record_ok(void) {
  struct list l;
  name_ends(&l, 7);
}
// The member's own end is not asked about.
void FN_past_the_member_bad(void) {
  struct {
    char name[8];
    int after;
  } r;
  end_at(r.name, 8);  // missed buffer-overflow
}
void index_from_null_bad(void) { name_ends(NULL, 3); }  // report null-deref: "passing NULL pointer '0' to 'name_ends', which follows it"

// Which index is too large, only the callee can ask.
int limit(void);
static void put_below_limit(int *a, int i) {
  if (i < limit()) a[i] = 1;
}
void limited_elsewhere_ok(void) {
  int a[4];
  put_below_limit(a, 4);
}

void in_rounds_bad(void) {
  int a[4];
  for (int i = 0; i <= 4; ++i) put(a, i);  // report buffer-overflow: "'put' writes 4 bytes at offset 16 of 'a', which has 16"
}
void in_rounds_ok(void) {
  int a[4];
  for (int i = 0; i < 4; ++i) put(a, i);
}
