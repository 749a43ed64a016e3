// A program with habits, and some who do not keep to them.
typedef struct handle handle;
typedef struct mutex mutex;
struct node {
  int value;
  struct node *next;
};
handle *open_handle(const char *name);
void close_handle(handle *h);
void use_handle(handle *h);
void take(mutex *m);
void give(mutex *m);
struct node *find_node(int key);
void release_node(struct node *n);
void touch(void);

int pairs_one(mutex *m, int c) {
  take(m);
  if (c) {
    give(m);
    return 1;
  }
  touch();
  give(m);
  return 0;
}
int pairs_two(mutex *m) {
  take(m);
  touch();
  give(m);
  return 0;
}
void pairs_three(mutex *m) {
  take(m);
  give(m);
}
void pairs_four(mutex *m) {
  take(m);
  give(m);
}
void pairs_five(mutex *m) {
  take(m);
  give(m);
}
int pairs_six(mutex *m) {
  take(m);
  touch();
  give(m);
  return 2;
}
int pairs_seven(mutex *m) {
  take(m);
  touch();
  give(m);
  return 3;
}
int pairs_broken(mutex *m, int c) {
  take(m);
  if (c) return -1;
  give(m);
  return 0;
}

int handles_one(void) {
  handle *h = open_handle("one");
  if (!h) return -1;
  use_handle(h);
  close_handle(h);
  return 0;
}
int handles_two(void) {
  handle *h = open_handle("two");
  if (h == 0) return -1;
  close_handle(h);
  return 0;
}
int handles_three(void) {
  handle *h;
  if ((h = open_handle("three")) == 0) return -1;
  use_handle(h);
  close_handle(h);
  return 0;
}
int handles_four(int c) {
  handle *h = open_handle("four");
  if (h) {
    if (c) use_handle(h);
    close_handle(h);
  }
  return 0;
}
handle *handles_handed_on(void) {
  handle *h = open_handle("five");
  return h;
}

int finds_one(int key) {
  struct node *n = find_node(key);
  if (!n) return 0;
  return n->value;
}
int finds_two(int key) {
  struct node *n = find_node(key);
  return n ? n->value : 0;
}
int finds_three(int key) {
  struct node *n = find_node(key);
  if (n != 0 && n->value > 3) return 1;
  return 0;
}
int finds_four(int key) {
  struct node *n = find_node(key);
  while (n) n = n->next;
  return 0;
}
int finds_five(int key) {
  struct node *n;
  if (!(n = find_node(key))) return 1;
  return n->value;
}
int finds_broken(int key) {
  struct node *n = find_node(key);
  return n->value;
}

void frees_one(struct node *n) { release_node(n); }
void frees_two(struct node *n) {
  int v = n->value;
  release_node(n);
  if (v) touch();
}
void frees_three(struct node *n) {
  struct node *next = n->next;
  release_node(n);
  n = next;
  if (n) n->value = 0;
}
void frees_four(struct node *n) {
  if (n->value) {
    release_node(n);
    return;
  }
  n->value = 1;
}
int frees_broken(struct node *n) {
  release_node(n);
  return n->value;
}

void hold(mutex *m);
void drop(mutex *m);
#define WITH_BOTH(a, b) \
  do {                  \
    hold(a);            \
    hold(b);            \
    drop(b);            \
    drop(a);            \
  } while (0)
void macro_one(mutex *a, mutex *b) { WITH_BOTH(a, b); }
void macro_two(mutex *a, mutex *b) { WITH_BOTH(a, b); }
void macro_three(mutex *a, mutex *b) { WITH_BOTH(a, b); }
