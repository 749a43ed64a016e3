#define _GNU_SOURCE
#include <pthread.h>

struct account {
  pthread_mutex_t lock;
  int balance;
};

int early_return_bad(struct account *a, int n) {
  pthread_mutex_lock(&a->lock);
  if (n < 0) return -1;  // report lock-misuse: "'&a->lock' is still held at the end of a path"
  a->balance += n;
  pthread_mutex_unlock(&a->lock);
  return 0;
}

void taken_twice_bad(struct account *a) {
  pthread_mutex_lock(&a->lock);
  pthread_mutex_lock(&a->lock);  // report lock-misuse: "'&a->lock' is taken while it is held"
  pthread_mutex_unlock(&a->lock);
}

void given_twice_bad(struct account *a) {
  pthread_mutex_lock(&a->lock);
  pthread_mutex_unlock(&a->lock);
  pthread_mutex_unlock(&a->lock);  // report lock-misuse: "'&a->lock' is given back twice"
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

void held_by_reader_bad(pthread_rwlock_t *lock, int n) {
  pthread_rwlock_rdlock(lock);
  if (n) return;  // report lock-misuse: "'lock' is still held at the end of a path"
  pthread_rwlock_unlock(lock);
}

int upgraded_bad(pthread_rwlock_t *lock) {
  pthread_rwlock_rdlock(lock);
  pthread_rwlock_wrlock(lock);  // report lock-misuse: "'lock' is taken while it is held"
  pthread_rwlock_unlock(lock);
  return 0;
}

void read_twice_ok(pthread_rwlock_t *lock) {
  pthread_rwlock_rdlock(lock);
  pthread_rwlock_rdlock(lock);
  pthread_rwlock_unlock(lock);
  pthread_rwlock_unlock(lock);
}

int handed_over_ok(struct account *from, struct account *to) {
  pthread_mutex_lock(&from->lock);
  pthread_mutex_lock(&to->lock);
  to->balance += from->balance;
  pthread_mutex_unlock(&to->lock);
  pthread_mutex_unlock(&from->lock);
  return to->balance;
}

// Whether it is held is in a variable, and the path knows it.
void remembered_ok(struct account *a, int n) {
  int held = 0;
  if (n > 3) {
    pthread_mutex_lock(&a->lock);
    held = 1;
  }
  a->balance = n;
  if (held) pthread_mutex_unlock(&a->lock);
}

// A lock that takes its holder again.
void FP_recursive_ok(void) {
  static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
  pthread_mutex_lock(&lock);
  pthread_mutex_lock(&lock);  // false lock-misuse
  pthread_mutex_unlock(&lock);
  pthread_mutex_unlock(&lock);
}

// Two pointers to one account: names are what is compared.
void two_names_bad(struct account **all) {
  struct account *a = all[0], *b = *all;
  pthread_mutex_lock(&a->lock);
  pthread_mutex_lock(&b->lock);  // report lock-misuse
  pthread_mutex_unlock(&a->lock);
  pthread_mutex_unlock(&b->lock);
}

int looked_at_ok(struct account *a) {
  if (pthread_mutex_lock(&a->lock) != 0) return -1;
  int failed = pthread_mutex_unlock(&a->lock);
  failed = pthread_mutex_lock(&a->lock);
  if (failed) return failed;
  return pthread_mutex_unlock(&a->lock);
}

int looked_at_bad(struct account *a) {
  if (pthread_mutex_lock(&a->lock) != 0) return -1;
  if (a->balance == 0) return 0;  // report lock-misuse: "'&a->lock' is still held at the end of a path"
  return pthread_mutex_unlock(&a->lock);
}

int tried_into_a_variable_bad(struct account *a) {
  int failed = pthread_mutex_trylock(&a->lock);
  if (failed) return failed;
  if (a->balance == 0) return 0;  // report lock-misuse: "'&a->lock' is still held at the end of a path"
  return pthread_mutex_unlock(&a->lock);
}

int tried_into_a_variable_ok(struct account *a) {
  int failed = pthread_mutex_trylock(&a->lock);
  if (failed == 0) {
    a->balance++;
    pthread_mutex_unlock(&a->lock);
  }
  return failed;
}

int success_kept_bad(struct account *a) {
  _Bool got = pthread_mutex_trylock(&a->lock) == 0;
  if (!got) return 1;
  if (a->balance == 0) return 0;  // report lock-misuse: "'&a->lock' is still held at the end of a path"
  return pthread_mutex_unlock(&a->lock);
}

void success_kept_ok(struct account *a) {
  _Bool got = !pthread_mutex_trylock(&a->lock);
  a->balance++;
  if (got) pthread_mutex_unlock(&a->lock);
}

// Of the ways through a function that leave the same behind, that one cannot be the one taken says
// nothing of the others.
extern struct account *new_account(void);
static int open_account(struct account **out) {
  struct account *a = new_account();
  if (!a) return 0;
  *out = a;
  return 1;
}
static void take(struct account *a) { pthread_mutex_lock(&a->lock); }

int made_by_another_bad(void) {
  struct account *a = 0;
  if (!open_account(&a)) return -1;
  take(a);
  return a->balance;  // report lock-misuse: "'&a->lock' is still held at the end of a path"
}

static pthread_mutex_t exported;

// Whoever calls it is not in the program, and will have the lock.
void exported_lock(void) { pthread_mutex_lock(&exported); }
void exported_unlock(void) { pthread_mutex_unlock(&exported); }

void unblock_all_bad(void) {
  pthread_mutex_lock(&exported);
}  // report lock-misuse: "'&exported' is still held at the end of a path"

// The name says that it locks, though only for its own work.
int FN_lock_and_count_bad(struct account *a) {
  pthread_mutex_lock(&a->lock);
  if (a->balance == 0) return 0;  // missed lock-misuse
  pthread_mutex_unlock(&a->lock);
  return 1;
}
// These names speak of locks, and of no lock that is handed over.
void improper_locking_bad(void) {
  pthread_mutex_lock(&exported);
}  // report lock-misuse: "'&exported' is still held at the end of a path"
void lock_then_unlock_bad(int n) {
  pthread_mutex_lock(&exported);
  if (n < 0) return;  // report lock-misuse: "'&exported' is still held at the end of a path"
  pthread_mutex_unlock(&exported);
}

// Who gives a lock back first did not take it, and leaves it as it was where it is taken again.
void without_the_lock_ok(struct account *a) {
  pthread_mutex_unlock(&a->lock);
  a->balance++;
  pthread_mutex_lock(&a->lock);
}

void without_the_lock_bad(struct account *a) {
  pthread_mutex_unlock(&a->lock);
  a->balance++;
  pthread_mutex_lock(&a->lock);
  pthread_mutex_lock(&a->lock);  // report lock-misuse: "'&a->lock' is taken while it is held"
}

int without_the_lock_twice_bad(struct account *a) {
  pthread_mutex_unlock(&a->lock);
  if (pthread_mutex_lock(&a->lock) != 0) return -1;
  pthread_mutex_unlock(&a->lock);
  pthread_mutex_unlock(&a->lock);  // report lock-misuse: "'&a->lock' is given back twice"
  return 0;
}

// None of the five has a word for the field that decides.
static struct {
  int threads, left;
  pthread_mutex_t lock;
} settings;
void set_threads(int n) { settings.threads = n; }
struct ending {
  void (*end)(int *);
};
static void end_one(int *p) { *p = 1; }
static void end_two(int *p) { *p = 2; }
static void end_three(int *p) { *p = 3; }
static void end_four(int *p) { *p = 4; }
static void end_five(int *p) { settings.left = *p; }
const struct ending endings[] = {{end_one}, {end_two}, {end_three}, {end_four}, {end_five}};
static void end(const struct ending *ending, int *p) {
  if (ending->end) ending->end(p);
}
void locked_where_there_are_threads_ok(const struct ending *ending, int *p) {
  if (settings.threads) pthread_mutex_lock(&settings.lock);
  settings.left--;
  end(ending, p);
  if (settings.threads) pthread_mutex_unlock(&settings.lock);
}

// Functions of one's own that try, and tell by their answer.
static int try_enter(struct account *a) { return pthread_mutex_trylock(&a->lock) == 0; }
static int try_enter_negated(struct account *a) { return !pthread_mutex_trylock(&a->lock); }
static int try_enter_zero(struct account *a) { return pthread_mutex_trylock(&a->lock); }
static int try_enter_through(struct account *a) { return try_enter(a); }

void try_by_a_function_bad(struct account *a, int n) {
  if (!try_enter(a)) return;
  if (n) return;  // report lock-misuse: "'&a->lock' is still held at the end of a path"
  pthread_mutex_unlock(&a->lock);
}

void try_by_a_function_ok(struct account *a, int n) {
  if (!try_enter(a)) return;
  a->balance = n;
  pthread_mutex_unlock(&a->lock);
}

void try_negated_bad(struct account *a, int n) {
  if (try_enter_negated(a)) {
    if (n) return;  // report lock-misuse: "'&a->lock' is still held at the end of a path"
    pthread_mutex_unlock(&a->lock);
  }
}

void try_zero_bad(struct account *a, int n) {
  if (try_enter_zero(a) != 0) return;
  if (n) return;  // report lock-misuse: "'&a->lock' is still held at the end of a path"
  pthread_mutex_unlock(&a->lock);
}

void try_zero_ok(struct account *a) {
  if (try_enter_zero(a) != 0) return;
  ++a->balance;
  pthread_mutex_unlock(&a->lock);
}

void try_kept_in_a_variable_bad(struct account *a, int n) {
  int got = try_enter(a);
  if (!got) return;
  if (n) return;  // report lock-misuse: "'&a->lock' is still held at the end of a path"
  pthread_mutex_unlock(&a->lock);
}

void try_kept_in_a_variable_ok(struct account *a) {
  int got = try_enter(a);
  if (!got) return;
  pthread_mutex_unlock(&a->lock);
}

void try_through_two_bad(struct account *a, int n) {
  if (!try_enter_through(a)) return;
  if (n) return;  // report lock-misuse: "'&a->lock' is still held at the end of a path"
  pthread_mutex_unlock(&a->lock);
}

// A flag says in every round whether the lock is held.
void flag_in_a_loop_ok(struct account *a, int n) {
  int held = 0;
  for (int i = 0; i < n; ++i) {
    if (!held) {
      pthread_mutex_lock(&a->lock);
      held = 1;
    }
    a->balance += i;
    if (i % 3 == 0) {
      pthread_mutex_unlock(&a->lock);
      held = 0;
    }
  }
  if (held) pthread_mutex_unlock(&a->lock);
}

void flag_in_a_loop_bad(struct account *a, int n) {
  int held = 0;
  for (int i = 0; i < n; ++i) {
    if (!held) {
      pthread_mutex_lock(&a->lock);
      held = 1;
    }
    if (i % 3 == 0) {
      pthread_mutex_unlock(&a->lock);
      held = 0;
    }
  }
}  // report lock-misuse: "'&a->lock' is still held at the end of a path"

// What is called in between reads the flag, and writes other fields of the same record.
struct node_of_clients {
  struct node_of_clients *next;
  void *value;
};
static struct clients {
  int threads, live;
  struct node_of_clients *head;
  void (*done)(void *);
  pthread_mutex_t lock;
} clients;
static void tell(void *client) {
  if (clients.threads) clients.live++;
}
static void leave_clients(void *client) {
  struct node_of_clients *n = clients.head;
  while (n && n->value != client) n = n->next;
  if (!n) return;
  if (clients.done) clients.done(n->value);
  n->value = NULL;
}
void under_the_same_flag_ok(void *client) {
  if (clients.threads) pthread_mutex_lock(&clients.lock);
  clients.live--;
  leave_clients(client);
  if (clients.threads) pthread_mutex_unlock(&clients.lock);
}
static void end_threads(void) { clients.threads = 0; }
void under_a_flag_that_changes_bad(void *client) {
  if (clients.threads) pthread_mutex_lock(&clients.lock);
  end_threads();
  if (clients.threads) pthread_mutex_unlock(&clients.lock);
}  // report lock-misuse: "'&clients.lock' is still held at the end of a path"
void begin_clients(int threads) {
  clients.threads = threads;
  clients.done = tell;
}
