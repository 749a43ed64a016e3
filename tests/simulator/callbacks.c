// Functions that a library calls back: what they ask of their arguments, who hands them over sees to.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct job {
  int count;
};

static void *work(void *argument) {
  struct job *job = argument;
  job->count++;
  return NULL;
}
static void *work_if_any(void *argument) {
  struct job *job = argument;
  if (job) job->count++;
  return NULL;
}

int thread_without_job_bad(pthread_t *thread) {
  return pthread_create(thread, NULL, work, NULL);  // report null-deref: "passing NULL pointer '0' to 'pthread_create', which follows it"
}
int thread_with_job_ok(pthread_t *thread, struct job *job) { return pthread_create(thread, NULL, work, job); }
int thread_that_asks_ok(pthread_t *thread) { return pthread_create(thread, NULL, work_if_any, NULL); }

static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }
void sorted_ok(char **names, size_t count) { qsort(names, count, sizeof *names, by_text); }
void none_to_sort_ok(void) { qsort(NULL, 0, sizeof(char *), by_text); }
// That there is more than one to compare nobody asks the model of qsort.
void FN_first_is_null_bad(void) {
  char *names[2] = {NULL, "b"};
  qsort(names, 2, sizeof *names, by_text);  // missed null-deref
}
void none_there_ok(char **names) {
  size_t count = 0;
  while (names[count]) ++count;
  qsort(names, count, sizeof *names, by_text);
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;
static void *unlocks_only(void *argument) {
  counter++;
  pthread_mutex_unlock(&lock);  // report lock-misuse: "'lock' is unlocked already when 'pthread_create' calls 'unlocks_only'"
  return argument;
}
int thread_unlocks_what_nobody_locked_bad(pthread_t *thread) {
  pthread_mutex_init(&lock, NULL);
  return pthread_create(thread, NULL, unlocks_only, NULL);
}
static void *locks_first(void *argument) {
  pthread_mutex_lock(&lock);
  counter++;
  pthread_mutex_unlock(&lock);
  return argument;
}
int thread_locks_first_ok(pthread_t *thread) {
  pthread_mutex_init(&lock, NULL);
  return pthread_create(thread, NULL, locks_first, NULL);
}

static int *shared;
static void share(void) {
  static int there;
  shared = &there;
}
static pthread_once_t once = PTHREAD_ONCE_INIT;
int made_once_ok(void) {
  shared = NULL;
  pthread_once(&once, share);
  return *shared;
}
static void touch_nothing(void) {}
int made_by_nobody_bad(void) {
  shared = NULL;
  pthread_once(&once, touch_nothing);
  return *shared;  // report null-deref: "dereferencing NULL pointer 'shared'"
}
