// Accesses outside of objects.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int past_the_end_bad(void) {
  int a[4] = {1, 2, 3, 4};
  return a[4];
}

void loop_too_far_bad(void) {
  int a[10];
  for (int i = 0; i <= 10; ++i) a[i] = i;
}

void loop_ok(void) {
  int a[10];
  for (int i = 0; i < 10; ++i) a[i] = i;
}

void heap_bad(void) {
  char *p = malloc(10);
  if (!p) return;
  p[10] = 0;
  free(p);
}

void copied_bad(void) {
  char to[8];
  memcpy(to, "0123456789", 10);
}

void copied_ok(void) {
  char to[16];
  memcpy(to, "0123456789", 11);
}

void string_bad(void) {
  char to[8];
  strcpy(to, "0123456789");
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
  return a[n];
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
  write_third(a);
}

void long_argument_ok(void) {
  char a[3];
  write_third(a);
}

static int element(int i) {
  static const int table[4] = {1, 2, 3, 4};
  return table[i];
}

int index_from_caller_bad(void) { return element(4); }

int index_from_caller_ok(void) { return element(3); }
