// rule: locks/std_mutex.metal
// A mutex that is only named by a pointer to it.
#include <mutex>

static std::mutex global;
static int n;
struct Queue {
  std::mutex own;
  std::mutex *shared;
  void lock() { own.lock(); }
  void unlock() { own.unlock(); }
};
static void take(std::mutex *m) { m->lock(); }
static void give(std::mutex *m) { m->unlock(); }

void twice_bad(std::mutex *m) {
  m->lock();
  m->lock();  // report lock-misuse: "'*m' is locked while it is locked"
}
void never_given_back_bad(std::mutex *m) {
  m->lock();
}  // report lock-misuse: "'*m' is still locked at the end of a path"
void by_functions_ok(std::mutex *m) {
  take(m);
  n++;
  give(m);
}
void in_a_field_bad(Queue *q) {
  q->shared->lock();
  if (n) return;  // report lock-misuse: "'*q->shared' is still locked at the end of a path"
  q->shared->unlock();
}
void its_address_ok(Queue *q) {
  take(&q->own);
  n++;
  give(&q->own);
}
void its_address_bad(Queue *q) {
  take(&q->own);
  n++;
}  // report lock-misuse: "'q->own' is still locked at the end of a path"
void global_ok() {
  take(&global);
  n++;
  global.unlock();
}
void global_bad() {
  take(&global);
  n++;
}  // report lock-misuse: "'global' is still locked at the end of a path"
void by_methods_bad(Queue *q) {
  q->lock();
  if (n) return;  // report lock-misuse: "'q->own' is still locked at the end of a path"
  q->unlock();
}
