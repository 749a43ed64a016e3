// What a thread is started with: the function is called back, the data does not get mixed up.
typedef struct thread *thread_t;
int pthread_create(thread_t *thread, const void *attributes, void *(*start)(void *), void *data);
struct work {
  void (*step)(int);
  void (*done)(void);
};
static void step(int n) { (void)n; }
static void done(void) {}
static void *worker(void *data) {
  struct work *work = data;
  work->step(1);
  work->done();
  return 0;
}
int main(void) {
  thread_t thread;
  struct work work = {step, done};
  return pthread_create(&thread, 0, worker, &work);
}
