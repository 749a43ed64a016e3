// A path goes on behind a fault where nobody else comes to what stands there.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int two_calls_bad(const char *s) {
  size_t n = strlen(NULL);  // report null-deref: "passing NULL pointer '0' to 'strlen', which follows it"
  return strcmp(s, NULL) + (int)n;  // report null-deref: "passing NULL pointer '0' to 'strcmp', which follows it"
}

void two_elements_bad(void) {
  int first[4], second[4];
  first[4] = 1;  // report buffer-overflow: "writing 4 bytes at offset 16 of 'first', which has 16"
  second[5] = 1;  // report buffer-overflow: "writing 4 bytes at offset 20 of 'second', which has 16"
}

void freed_in_the_middle_and_lost_bad(void) {
  char *p = malloc(10);
  if (!p) return;
  free(p + 1);  // report invalid-free: "freeing 'p + 1', which is 1 byte into its block"
  char *q = malloc(10);
}  // report leak: "leaking memory 'q'"

// The program ends where null is followed: on purpose, it may be.
void crash_ok(int c) {
  if (c) {
    *(volatile int *)0 = 1;  // report null-deref: "dereferencing NULL pointer '(volatile int *)0'"
    strlen(NULL);
  }
}

// Others come there, and free it.
int behind_a_way_that_goes_wrong_ok(int c) {
  char *p = malloc(10);
  char *q = malloc(10);
  if (c) free(q);
  if (c) free(q);  // report double-free: "freeing 'q', which is freed already"
  free(p);
  if (!c) free(q);
  return 0;
}

// Nothing is known of what a call gives that should not have been made.
int result_of_a_bad_call_ok(FILE *f) {
  char *p = fgets(NULL, 10, f);  // report null-deref: "passing NULL pointer '0' to 'fgets', which follows it"
  return p[0];
}
