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
