// Indices that the function's own tests let go one past the end: by one, and no further.
#include <stdlib.h>
#include <string.h>

int asked_for_bad(int k) {
  int three[3] = {1, 2, 3};
  if (k < 0 || k > 3) return 0;
  return three[k];  // report buffer-overflow: "reading one past the end of 'three'"
}

int asked_for_ok(int k) {
  int three[3] = {1, 2, 3};
  if (k < 0 || k >= 3) return 0;
  return three[k];
}

int asked_for_twice_ok(int k) {
  int three[3] = {1, 2, 3};
  if (k < 0 || k > 3 || k == 3) return 0;
  return three[k];
}

// What the type allows nobody has asked for, and another limit is of something else.
int by_its_type_ok(unsigned char k) {
  static char all[255];
  return all[k];
}
int another_limit_ok(int k) {
  int three[3] = {1, 2, 3};
  if (k < 0 || k > 30) return 0;
  return three[k];
}

static char text[64];
void ended_bad(const char *from, unsigned n) {
  if (n > sizeof text) return;
  memcpy(text, from, n);
  text[n] = 0;  // report buffer-overflow: "writing one past the end of 'text'"
}

int *of_any_size_bad(int n, int k) {
  int *all = malloc(n * sizeof(int));
  if (!all) return 0;
  if (k >= 0 && k <= n) all[k] = 0;  // report buffer-overflow: "writing one past the end of 'all'"
  return all;
}

// Of a library's model is known how much it copies: that is no test.
int copied_ok(int at, int n, const char *from) {
  char all[16] = "";
  memcpy(all + at, from, n);
  return all[at];
}

void walked_bad(int n) {
  int *all = malloc(n * sizeof(int));
  if (!all) return;
  for (int i = 0; i <= n; i++) all[i] = 0;  // report buffer-overflow: "writing one past the end of 'all'"
  free(all);
}

void walked_ok(int n) {
  int *all = malloc(n * sizeof(int)), *more = malloc((n + 1) * sizeof(int));
  if (all && more) {
    for (int i = 0; i < n; i++) all[i] = 0;
    for (int i = 1; i <= n; i++) all[i - 1] = 0;
    for (int i = 0; i <= n; i++) more[i] = 0;
  }
  free(all);
  free(more);
}

static int thousand[1000];
void counted_bad(void) {
  for (int i = 0; i <= 1000; i++) thousand[i] = 0;  // report buffer-overflow: "writing one past the end of 'thousand'"
}

void sought_ok(int wanted) {
  int i = 0;
  for (; i < 1000; i++)
    if (thousand[i] == wanted) break;
  if (i < 1000) thousand[i] = 0;
}

char *size_of_a_block_bad(size_t n) {
  char *all = malloc(n);
  if (!all) return NULL;
  for (size_t i = 0; i <= n; i++) all[i] = 1;  // report buffer-overflow: "writing one past the end of 'all'"
  return all;
}

char *size_of_a_block_ok(size_t n) {
  char *all = malloc(n + 1);
  if (!all) return NULL;
  for (size_t i = 0; i <= n; i++) all[i] = 1;
  return all;
}

char *length_of_a_text_bad(const char *text) {
  size_t n = strlen(text);
  char *all = malloc(n);
  if (!all) return NULL;
  for (size_t i = 0; i <= n; i++) all[i] = text[i];  // report buffer-overflow: "writing one past the end of 'all'"
  return all;
}

char *length_of_a_text_ok(const char *text) {
  size_t n = strlen(text);
  char *all = malloc(n + 1);
  if (!all) return NULL;
  for (size_t i = 0; i <= n; i++) all[i] = text[i];
  return all;
}
