// rule: locks/pairing.metal
#include <pthread.h>

struct shared {
  pthread_mutex_t lock;
  int value;
};
struct owner {
  struct shared *shared;
  pthread_mutex_t *lock;
};

int read_before_ok(struct owner *o) {
  struct shared *s = o->shared;
  pthread_mutex_lock(&s->lock);
  s->value++;
  pthread_mutex_unlock(&o->shared->lock);
  return 0;
}

int stored_before_ok(struct owner *o, struct shared *s) {
  o->shared = s;
  pthread_mutex_lock(&s->lock);
  pthread_mutex_unlock(&o->shared->lock);
  return 0;
}

// A callee in which nothing is taken is not asked what it answers, or writes.
static struct shared *shared_of(struct owner *o) { return o->shared; }
int FP_by_a_callee_ok(struct owner *o) {
  struct shared *s = shared_of(o);
  pthread_mutex_lock(&s->lock);
  pthread_mutex_unlock(&o->shared->lock);
  return 0;  // false lock-misuse
}

// Nothing lies behind null, whatever holds it.
int guarded_ok(struct owner *o) {
  pthread_mutex_lock(&o->shared->lock);
  if (o->shared) pthread_mutex_unlock(&o->shared->lock);
  return 0;
}

int twice_bad(struct owner *o) {
  struct shared *s = o->shared;
  pthread_mutex_lock(&s->lock);
  pthread_mutex_lock(&o->shared->lock);  // report lock-misuse: "'&o->shared->lock' is taken while it is held"
  pthread_mutex_unlock(&s->lock);
  return 0;
}

int another_bad(struct owner *o, struct shared *other) {
  struct shared *s = o->shared;
  pthread_mutex_lock(&s->lock);
  o->shared = other;
  pthread_mutex_unlock(&o->shared->lock);
  return 0;  // report lock-misuse: "'&s->lock' is still held at the end of a path"
}
