// rule: memory/use_after_free.metal
// Functions that no path comes to from where the program begins are looked at from their own beginning.
#include <stdio.h>
#include <stdlib.h>

// Their calls are what the rule is about, so that nobody follows them.
void xfree(void *p) {
  free(p);
  free(p);  // report double-free: "'p' is freed twice"
}
void known_by_name(char *p) { xfree(p); }

static void behind_the_end_bad(char *p) {
  free(p);
  puts(p);  // report use-after-free: "'p' is used after it was freed"
}
void ends_before(char *p) {
  exit(1);
  behind_the_end_bad(p);
}

static void nobody_gets_here_bad(char *p) {
  free(p);
  puts(p);  // report use-after-free: "'p' is used after it was freed"
}
// Called by one that is not come to either, which is looked at first.
static void below_nobody_bad(char *p) {
  puts(p);  // report use-after-free: "'p' is used after it was freed"
}
static void calls_another(char *p) {
  free(p);
  below_nobody_bad(p);
}
void contradicts_itself(char *p, int n) {
  if (n > 3 && n < 2) {
    nobody_gets_here_bad(p);
    calls_another(p);
  }
}
