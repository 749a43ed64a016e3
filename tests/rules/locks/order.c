typedef struct { int held; } pthread_mutex_t;
int pthread_mutex_lock(pthread_mutex_t *m);
int pthread_mutex_unlock(pthread_mutex_t *m);

pthread_mutex_t table, entry;
struct queue {
  pthread_mutex_t lock;
  struct queue *next;
};

void both_ok(void) {
  pthread_mutex_lock(&table);
  pthread_mutex_lock(&entry);
  pthread_mutex_unlock(&entry);
  pthread_mutex_lock(&entry);
  pthread_mutex_unlock(&entry);
  pthread_mutex_lock(&entry);
  pthread_mutex_unlock(&entry);
  pthread_mutex_lock(&entry);
  pthread_mutex_unlock(&entry);
  pthread_mutex_lock(&entry);
  pthread_mutex_unlock(&entry);
  pthread_mutex_lock(&entry);
  pthread_mutex_unlock(&entry);
  pthread_mutex_unlock(&table);
}
void again_ok(int n) {
  pthread_mutex_lock(&table);
  if (n == 1) pthread_mutex_lock(&entry);
  if (n == 2) pthread_mutex_lock(&entry);
  if (n == 3) pthread_mutex_lock(&entry);
  if (n == 4) pthread_mutex_lock(&entry);
  if (n == 5) pthread_mutex_lock(&entry);
  if (n == 6) pthread_mutex_lock(&entry);
  if (n == 7) pthread_mutex_lock(&entry);
  if (n == 8) pthread_mutex_lock(&entry);
  if (n == 9) pthread_mutex_lock(&entry);
  if (n == 10) pthread_mutex_lock(&entry);
  if (n == 11) pthread_mutex_lock(&entry);
  if (n == 12) pthread_mutex_lock(&entry);
  if (n == 13) pthread_mutex_lock(&entry);
  if (n == 14) pthread_mutex_lock(&entry);
  if (n == 15) pthread_mutex_lock(&entry);
  pthread_mutex_unlock(&entry);
  pthread_mutex_unlock(&table);
}
void the_other_way_round_bad(void) {
  pthread_mutex_lock(&entry);
  pthread_mutex_lock(&table);  // report lock-order: "'table' is taken while 'entry' is held, and elsewhere before it"
  pthread_mutex_unlock(&table);
  pthread_mutex_unlock(&entry);
}
void one_after_the_other_ok(void) {
  pthread_mutex_lock(&entry);
  pthread_mutex_unlock(&entry);
  pthread_mutex_lock(&table);
  pthread_mutex_unlock(&table);
}
// Two of one kind: which comes first, their addresses may tell.
void hand_over_hand_ok(struct queue *q) {
  pthread_mutex_lock(&q->lock);
  pthread_mutex_lock(&q->next->lock);
  pthread_mutex_unlock(&q->lock);
  pthread_mutex_unlock(&q->next->lock);
}
