#include <pthread.h>
#include <unistd.h>

static pthread_spinlock_t lock;

void sleeps_bad(void) {
  pthread_spin_lock(&lock);
  sleep(1);  // report blocking-under-spinlock: "sleep may sleep while a spinlock is held"
  pthread_spin_unlock(&lock);
}

static void pause_a_while(void) {
  usleep(10);  // report blocking-under-spinlock: "usleep may sleep while a spinlock is held"
}

void callee_sleeps_bad(void) {
  pthread_spin_lock(&lock);
  pause_a_while();
  pthread_spin_unlock(&lock);
}

void before_and_after_ok(void) {
  sleep(1);
  pthread_spin_lock(&lock);
  pthread_spin_unlock(&lock);
  sleep(1);
}

static pthread_mutex_t mutex;

void mutex_under_spinlock_bad(void) {
  pthread_spin_lock(&lock);
  pthread_mutex_lock(&mutex);  // report blocking-under-spinlock: "pthread_mutex_lock may sleep while a spinlock is held"
  pthread_mutex_unlock(&mutex);
  pthread_spin_unlock(&lock);
}

void sleeps_with_a_mutex_bad(void) {
  pthread_mutex_lock(&mutex);
  usleep(10);  // report sleep-under-lock: "usleep waits while a mutex is held"
  pthread_mutex_unlock(&mutex);
}

static int ready;

// Others may go on while this one waits.
void waits_for_a_condition_ok(pthread_cond_t *changed) {
  pthread_mutex_lock(&mutex);
  while (!ready) pthread_cond_wait(changed, &mutex);
  pthread_mutex_unlock(&mutex);
  sleep(1);
}

void given_back_on_this_path_ok(int n) {
  pthread_spin_lock(&lock);
  if (n) {
    pthread_spin_unlock(&lock);
    sleep(1);
    return;
  }
  pthread_spin_unlock(&lock);
}

void library_call(void);

// What a function without a body does is not known.
void FN_sleeps_elsewhere_bad(void) {
  pthread_spin_lock(&lock);
  library_call();  // missed blocking-under-spinlock
  pthread_spin_unlock(&lock);
}

void *kmalloc(unsigned long size, int flags);
#define GFP_KERNEL 0xcc0
#define GFP_ATOMIC 0x820

void *allocated_without_waiting_ok(void) {
  pthread_spin_lock(&lock);
  void *p = kmalloc(8, GFP_ATOMIC);
  pthread_spin_unlock(&lock);
  return p;
}

// Macros are gone when rules are tried: the flag is a number, whose bits tell.
void *waits_by_a_flag_bad(void) {
  pthread_spin_lock(&lock);
  void *p = kmalloc(8, GFP_KERNEL);  // report blocking-under-spinlock: "kmalloc may sleep while a spinlock is held"
  pthread_spin_unlock(&lock);
  return p;
}

void another_lock_given_back_bad(pthread_spinlock_t *other) {
  pthread_spin_lock(&lock);
  pthread_spin_lock(other);
  pthread_spin_unlock(other);
  sleep(1);  // report blocking-under-spinlock: "sleep may sleep while a spinlock is held"
  pthread_spin_unlock(&lock);
}

void all_given_back_ok(pthread_spinlock_t *second, pthread_spinlock_t *third) {
  pthread_spin_lock(&lock);
  pthread_spin_lock(second);
  pthread_spin_lock(third);
  pthread_spin_unlock(third);
  pthread_spin_unlock(second);
  pthread_spin_unlock(&lock);
  sleep(1);
}

void tried_bad(void) {
  if (pthread_spin_trylock(&lock) != 0) return;
  sleep(1);  // report blocking-under-spinlock: "sleep may sleep while a spinlock is held"
  pthread_spin_unlock(&lock);
}

void not_taken_ok(void) {
  if (pthread_spin_trylock(&lock) != 0) {
    sleep(1);
    return;
  }
  pthread_spin_unlock(&lock);
}

void another_mutex_given_back_bad(pthread_mutex_t *other) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_lock(other);
  pthread_mutex_unlock(other);
  usleep(10);  // report sleep-under-lock: "usleep waits while a mutex is held"
  pthread_mutex_unlock(&mutex);
}

void mutex_tried_bad(void) {
  if (pthread_mutex_trylock(&mutex) == 0) {
    usleep(10);  // report sleep-under-lock: "usleep waits while a mutex is held"
    pthread_mutex_unlock(&mutex);
  }
}

// As many are given back as were taken.
void a_row_of_locks_ok(pthread_spinlock_t *row, int n) {
  for (int i = 0; i < n; i++) pthread_spin_lock(&row[i]);
  for (int i = 0; i < n; i++) pthread_spin_unlock(&row[i]);
  pthread_spin_lock(&lock);
  pthread_spin_unlock(&lock);
}
