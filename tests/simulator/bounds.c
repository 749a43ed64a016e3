// Accesses outside of objects.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int past_the_end_bad(void) {
  int a[4] = {1, 2, 3, 4};
  return a[4];  // report buffer-overflow: "reading 4 bytes at offset 16 of 'a', which has 16"
}

void loop_too_far_bad(void) {
  int a[10];
  for (int i = 0; i <= 10; ++i) a[i] = i;  // report buffer-overflow: "writing 4 bytes at offset 40 of 'a', which has 40"
}

void loop_ok(void) {
  int a[10];
  for (int i = 0; i < 10; ++i) a[i] = i;
}

void heap_bad(void) {
  char *p = malloc(10);
  if (!p) return;
  p[10] = 0;  // report buffer-overflow: "writing 1 byte at offset 10 of its memory block, which has 10"
  free(p);
}

void copied_bad(void) {
  char to[8];
  memcpy(to, "0123456789", 10);  // report buffer-overflow: "'memcpy' writes 10 bytes to 'to', which has room for 8"
}

void copied_ok(void) {
  char to[16];
  memcpy(to, "0123456789", 11);
}

void string_bad(void) {
  char to[8];
  strcpy(to, "0123456789");  // report buffer-overflow: "'strcpy' writes 11 bytes to 'to', which has room for 8"
}

void string_ok(void) {
  char to[16];
  strcpy(to, "0123456789");
}

int external_index_bad(void) {
  int a[10] = {0};
  int i = atoi(getenv("I") ? "1" : "2");
  int n = 0;
  if (scanf("%d", &n) != 1) return 0;
  (void)i;
  return a[n];  // report buffer-overflow: "reading out of bounds of 'a'"
}

int external_index_ok(void) {
  int a[10] = {0};
  int n = 0;
  if (scanf("%d", &n) != 1) return 0;
  if (n < 0 || n >= 10) return 0;
  return a[n];
}

int parameter_index_ok(int i) {
  int a[10] = {0};
  return a[i];
}

static void write_third(char *p) { p[2] = 1; }

void short_argument_bad(void) {
  char a[2];
  write_third(a);  // report buffer-overflow: "'write_third' writes 3 bytes to 'a', which has room for 2"
}

void long_argument_ok(void) {
  char a[3];
  write_third(a);
}

static int element(int i) {
  static const int table[4] = {1, 2, 3, 4};
  return table[i];
}

int index_from_caller_bad(void) { return element(4); }  // report buffer-overflow: "value '4' passed to 'element' is out of bounds there"

int index_from_caller_ok(void) { return element(3); }

struct with_pointer {
  char first[16];
  void *second;
};

void over_the_next_field_bad(const char *from) {
  struct with_pointer to;
  to.second = 0;
  memcpy(to.first, from, sizeof(to));  // report buffer-overflow: "'memcpy' writes 24 bytes to 'to.first', which has room for 16"
  if (to.second) to.first[0] = 0;
}

void one_field_ok(const char *from) {
  struct with_pointer to;
  to.second = 0;
  memcpy(to.first, from, sizeof(to.first));
  if (to.second) to.first[0] = 0;
}

static void fill(char **data) {
  memset(*data, 'A', 99);
  (*data)[99] = 0;
}

void long_from_callee_bad(void) {
  char buffer[100];
  char *data = buffer;
  fill(&data);
  char to[50] = "";
  strcat(to, data);  // report buffer-overflow: "'strcat' writes 100 bytes to 'to', which has room for 50"
}

struct three {
  int a, b, c;
};
struct three *the_three;
char little[10];

static void lead_to_little(void) { the_three = (struct three *)little; }
static void set_last(int flag) {
  if (flag == 10) the_three->c = 1;
}

void set_in_little_bad(void) {
  lead_to_little();
  set_last(10);  // report buffer-overflow: "'set_last' writes 4 bytes at offset 8 of memory that has 10"
}

// Far before what a pointer leads to; it used up all memory.
struct line {
  char *text;
  size_t length;
  char *begin, *end;
};
int compare_lines(struct line const *, struct line const *);
void merged_backwards_ok(struct line *t, size_t lines, struct line const *lo) {
  size_t nlo = lines / 2, nhi = lines - nlo;
  struct line *hi = t - nlo;
  while (1) {
    if (compare_lines(lo - 1, hi - 1) <= 0) {
      *--t = *--lo;
      if (!--nlo) return;
    } else {
      *--t = *--hi;
      if (!--nhi) {
        do *--t = *--lo;
        while (--nlo);
        return;
      }
    }
  }
}

// As many as were asked for, and one more: whatever the number is.
void one_past_any_size_bad(size_t n) {
  char *p = malloc(n);
  if (!p) return;
  p[n] = 0;  // report buffer-overflow: "writing out of bounds of 'p'"
  free(p);
}
void last_of_any_size_ok(size_t n) {
  char *p = malloc(n + 1);
  if (!p) return;
  p[n] = 0;
  free(p);
}
void one_past_any_count_bad(int n) {
  int *p = malloc(n * sizeof *p);
  if (!p) return;
  p[n] = 0;  // report buffer-overflow: "writing out of bounds of 'p'"
  free(p);
}

#include <sys/epoll.h>
int more_events_bad(int epoll) {
  struct epoll_event all[8];
  return epoll_wait(epoll, all, 16, -1);  // report buffer-overflow
}
int events_ok(int epoll) {
  struct epoll_event all[8];
  return epoll_wait(epoll, all, 8, -1);
}
