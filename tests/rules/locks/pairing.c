#include <pthread.h>

struct account {
  pthread_mutex_t lock;
  int balance;
};

int early_return_bad(struct account *a, int n) {
  pthread_mutex_lock(&a->lock);
  if (n < 0) return -1;  // report lock-misuse: "`&a->lock` is still held at the end of a path"
  a->balance += n;
  pthread_mutex_unlock(&a->lock);
  return 0;
}

void taken_twice_bad(struct account *a) {
  pthread_mutex_lock(&a->lock);
  pthread_mutex_lock(&a->lock);  // report lock-misuse: "`&a->lock` is taken while it is held"
  pthread_mutex_unlock(&a->lock);
}

void given_twice_bad(struct account *a) {
  pthread_mutex_lock(&a->lock);
  pthread_mutex_unlock(&a->lock);
  pthread_mutex_unlock(&a->lock);  // report lock-misuse: "`&a->lock` is given back twice"
}

static void enter(struct account *a) { pthread_mutex_lock(&a->lock); }
static void leave(struct account *a) { pthread_mutex_unlock(&a->lock); }

void wrapped_ok(struct account *a) {
  enter(a);
  ++a->balance;
  leave(a);
}

int try_ok(struct account *a) {
  if (pthread_mutex_trylock(&a->lock) != 0) return 0;
  ++a->balance;
  pthread_mutex_unlock(&a->lock);
  return 1;
}

void both_branches_ok(struct account *a, int n) {
  pthread_mutex_lock(&a->lock);
  if (n) {
    pthread_mutex_unlock(&a->lock);
    return;
  }
  a->balance = 0;
  pthread_mutex_unlock(&a->lock);
}

void same_condition_ok(struct account *a, int shared) {
  if (shared) pthread_mutex_lock(&a->lock);
  ++a->balance;
  if (shared) pthread_mutex_unlock(&a->lock);
}

void wait_ok(struct account *a, pthread_cond_t *c) {
  pthread_mutex_lock(&a->lock);
  while (a->balance == 0) pthread_cond_wait(c, &a->lock);
  pthread_mutex_unlock(&a->lock);
}
