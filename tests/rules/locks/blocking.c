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
