// Flags of a loop that say what was done in it.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void freed_once_ok(char *p, int n, char **q) {
  int done = 0;
  for (int i = 0; i < n; ++i) {
    if (q[i] && !done) {
      free(p);
      done = 1;
    }
  }
  if (!done) free(p);
}

void freed_in_each_round_bad(char *p, int n, char **q) {
  for (int i = 0; i < n; ++i)
    if (q[i]) free(p);  // report double-free: "freeing 'p', which is freed already"
}

void freed_if_never_done_bad(char *p, int n, char **q) {
  int done = 0;
  for (int i = 0; i < n; ++i)
    if (q[i]) done = 1;
  free(p);
  if (done) free(p);  // report double-free: "freeing 'p', which is freed already"
}

void held_by_a_flag_ok(int n) {
  int held = 0;
  for (int i = 0; i < n; ++i) {
    if (!held) {
      pthread_mutex_lock(&lock);
      held = 1;
    }
    if (i % 3 == 0) {
      pthread_mutex_unlock(&lock);
      held = 0;
    }
  }
  if (held) pthread_mutex_unlock(&lock);
}

// What is behind the loop is reached with each value that a flag may have.
void seen_by_a_flag_bad(int n, char **q) {
  char *p = malloc(4);
  int seen = 0;
  if (!p) return;
  for (int i = 0; i < n; ++i)
    if (q[i]) seen = 1;
  if (seen) return;  // report leak: "leaking memory 'p'"
  free(p);
}
