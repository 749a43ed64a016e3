// Memory and resources that are kept in a place which is not known: at an index, behind a pointer
// out of a table, in a list, by a function of a table.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

// In a table, at the number of the descriptor.
struct connection {
  int fd;
  char *name;
};
static struct connection connections[64];
static int connect_to(const char *name) {
  int fd = open(name, O_RDWR);
  if (fd < 0) return -1;
  connections[fd].fd = fd;
  return fd;
}
int in_table_ok(const char *name) {
  int fd = connect_to(name);
  if (fd < 0) return -1;
  return 0;
}
static int open_only(const char *name) { return open(name, O_RDWR); }
int not_in_table_bad(const char *name) {
  int fd = open_only(name);
  if (fd < 0) return -1;
  return 0;  // report resource-leak: "leaking resource (descriptor) 'fd'"
}

// A library function puts them there.
struct channel {
  int ends[2];
};
struct channel channels[16];
int pair_in_table_ok(int i) {
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, channels[i].ends) == -1) return -1;
  return 0;
}

// Behind a pointer out of a table.
struct options {
  int *ranges;
};
struct module {
  void **options;
};
extern int module_index;
int behind_element_ok(struct module *m, int n) {
  struct options *o = m->options[module_index];
  int *ranges = malloc(n * sizeof(int));
  if (!ranges) return -1;
  o->ranges = ranges;
  return 0;
}

// An array with a count.
struct list {
  int count;
  int flags[100];
  char *names[100];
};
void append_ok(struct list *l, const char *name, int flag) {
  char *copy = strdup(name);
  if (!copy) return;
  for (int i = 0; i < l->count; i++) {
    if (l->flags[i] == flag && strcmp(l->names[i], copy) == 0) {
      free(copy);
      return;
    }
  }
  l->flags[l->count] = flag;
  l->names[l->count++] = copy;
}

// The end of a list, known by a pointer to its last link.
struct node {
  void *data;
  struct node *next;
};
struct queue {
  struct node *first, **last;
};
extern struct queue *queues[10];
static void enqueue(int i, void *data) {
  struct queue *q = queues[i];
  struct node *n = calloc(1, sizeof *n);
  if (!n) abort();
  n->data = data;
  *q->last = n;
  q->last = &n->next;
}
void in_queue_ok(int i) {
  int *data = malloc(sizeof *data);
  if (!data) return;
  *data = i;
  enqueue(i, data);
}

// A callee puts a block into an element of an array that was made here.
struct item {
  char *text;
  int kind;
};
static int fill(struct item *item, const char *text) {
  item->text = strdup(text);
  if (!item->text) return -1;
  item->kind = 1;
  return 0;
}
int in_element_ok(struct item **items, int *count, const char *text) {
  struct item *grown = realloc(*items, (*count + 1) * sizeof **items);
  if (!grown) return -1;
  *items = grown;
  return fill(*items + (*count)++, text);
}

// Freed by a function of its type.
struct key {
  int type;
  char *name;
};
struct operations {
  void (*cleanup)(struct key *);
};
extern const struct operations *find_operations(int type);
static void free_key(struct key *k) {
  if (!k) return;
  const struct operations *o = find_operations(k->type);
  if (o) o->cleanup(k);
  free(k);
}
int cleaned_by_table_ok(int type) {
  struct key *k = calloc(1, sizeof *k);
  if (!k) return -1;
  k->type = type;
  k->name = strdup("key");
  free_key(k);
  return 0;
}

// A list that a loop has built: what its rounds have made hangs together.
struct part {
  struct part *next;
  char *text;
};
static void free_parts(struct part *p) {
  while (p) {
    struct part *next = p->next;
    free(p->text);
    free(p);
    p = next;
  }
}
struct part *parse_ok(int count, FILE *in) {
  struct part *head = NULL, *previous = NULL, *current;
  for (int i = 0; i < count; i++, previous = current) {
    current = calloc(1, sizeof *current);
    if (!current) {
      free_parts(head);
      return NULL;
    }
    if (!head) head = current;
    if (previous) previous->next = current;
    if (fgetc(in) < 0) {
      free_parts(head);
      return NULL;
    }
  }
  return head;
}

// A number in a job that is put into a list.
struct job {
  int fd;
};
static void close_later(int i, int fd) {
  struct job *job = calloc(1, sizeof *job);
  if (!job) abort();
  job->fd = fd;
  enqueue(i, job);
}
int handed_over_ok(const char *name, int i) {
  int fd = open(name, O_RDONLY);
  if (fd < 0) return -1;
  close_later(i, fd);
  return 0;
}

// In a global that unknown code may change, and in memory that a callee writes over.
struct server {
  int fd, error;
} server;
extern void configure(void);
int in_global_ok(const char *name) {
  server.fd = open(name, O_RDONLY);
  if (server.fd < 0) return -1;
  configure();
  return 0;
}
struct context {
  int fd, error;
};
extern int check_state(int);
static int set_state(struct context *c, int state) {
  if (check_state(state)) return 0;
  c->error = state;
  if (c->fd >= 0) close(c->fd);
  c->fd = -1;
  return -1;
}
int closed_by_callee_ok(struct context *c, const char *name) {
  int fd = open(name, O_RDONLY);
  if (fd < 0) return -1;
  c->fd = fd;
  return set_state(c, 3);
}
static void set_error(struct context *c, int error) { c->error = check_state(error); }
int left_in_local_bad(const char *name) {
  struct context c = {-1, 0};
  c.fd = open(name, O_RDONLY);
  if (c.fd < 0) return -1;
  set_error(&c, 3);
  return 0;  // report resource-leak: "leaking resource (descriptor) 'c.fd'"
}

static void *table[8];
static int used;
static int put_in_table(void *p) {
  if (used >= 8) return -1;
  table[used++] = p;
  return 0;
}

// It is in one of the table's places.
int kept_in_a_table_ok(void) {
  char *p = malloc(8);
  if (!p) return -1;
  if (put_in_table(p)) {
    free(p);
    return -1;
  }
  return 0;
}

static int open_files[4];
static void remember(int i, int fd) { open_files[i] = fd; }

int descriptor_kept_in_a_table_ok(int i) {
  int fd = open("f", O_RDONLY);
  if (fd < 0) return -1;
  remember(i, fd);
  return 0;
}
