// What is put, or given, where nobody sees what becomes of it.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

void freed_by_index_ok(int at, int **all) {
  int *made = malloc(10);
  all[at] = made;
  free(all[at]);
}

void freed_in_an_array_ok(int at) {
  int *all[10];
  if (at < 0 || at > 9) return;
  int *made = malloc(10);
  all[at] = made;
  free(all[at]);
}

void lost_bad(int at) {
  int *all[10];
  if (at < 0 || at > 9) return;
  int *made = malloc(10);
  all[0] = made;
}  // report leak: "leaking memory 'made'"

void let_go(pthread_mutex_t *lock);
void taken_by_unknown_code_ok(void) {
  pthread_mutex_t lock;
  pthread_mutex_init(&lock, NULL);
  pthread_mutex_lock(&lock);
  let_go(&lock);
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  pthread_mutex_destroy(&lock);
}

void taken_twice_bad(void) {
  pthread_mutex_t lock;
  pthread_mutex_init(&lock, NULL);
  pthread_mutex_lock(&lock);
  pthread_mutex_lock(&lock);  // report lock-misuse: "'&lock' passed to 'pthread_mutex_lock' is locked already"
  pthread_mutex_unlock(&lock);
  pthread_mutex_destroy(&lock);
}

// Without attributes it cannot fail.
pthread_mutex_t shared;
void made_again_ok(void) {
  pthread_mutex_destroy(&shared);
  pthread_mutex_init(&shared, NULL);
  pthread_mutex_destroy(&shared);
  pthread_mutex_init(&shared, NULL);
}

// Its attributes may say that it can be taken more than once.
void taken_again_ok(void) {
  pthread_mutexattr_t kind;
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_t lock;
  if (pthread_mutex_init(&lock, &kind) != 0) return;
  pthread_mutex_lock(&lock);
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  pthread_mutex_unlock(&lock);
  pthread_mutex_destroy(&lock);
}

size_t nothing_is_read_ok(void) { return strnlen(NULL, 0); }
