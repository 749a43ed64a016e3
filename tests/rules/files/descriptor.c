#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int leaked_bad(const char *name, char *buffer) {
  int fd = open(name, O_RDONLY);
  if (fd < 0) return -1;
  if (read(fd, buffer, 10) != 10) return -2;  // report resource-leak: "'fd' is never closed"
  close(fd);
  return 0;
}

void closed_twice_bad(int fd, int error) {
  if (error) close(fd);
  close(fd);  // report resource-state: "'fd' is closed twice"
}

long used_after_close_bad(int fd, char *buffer) {
  close(fd);
  return read(fd, buffer, 1);  // report resource-state: "'fd' is used after it was closed"
}

int closed_ok(const char *name, char *buffer) {
  int fd = open(name, O_RDONLY);
  if (fd == -1) return -1;
  long n = read(fd, buffer, 10);
  close(fd);
  return (int)n;
}

int returned_ok(const char *name) {
  int fd = open(name, O_RDONLY);
  return fd;
}

int positive_ok(const char *name) {
  int fd = open(name, O_RDONLY);
  if (fd >= 0) {
    close(fd);
    return 1;
  }
  return 0;
}

// The number of a standard descriptor may be the one that was free.
int became_standard_ok(const char *name) {
  int fd = open(name, O_RDWR);
  if (fd == -1) return -1;
  dup2(fd, STDIN_FILENO);
  if (fd > STDERR_FILENO) close(fd);
  return 0;
}

int number_given_again_ok(int fd, int other, char *buffer) {
  close(fd);
  if (dup2(other, fd) == -1) return -1;
  return (int)read(fd, buffer, 1);
}

struct connection {
  int fd;
};

void kept_ok(struct connection *c, const char *name) {
  int fd = open(name, O_RDONLY);
  if (fd < 0) return;
  c->fd = fd;
}

void opened_in_place_ok(struct connection *c, const char *name) { c->fd = open(name, O_RDONLY); }

int chosen_ok(const char *name) {
  int fd = open(name, O_RDONLY);
  return fd < 0 ? -1 : fd;
}

static void finish(int fd) { close(fd); }

void closed_by_callee_ok(const char *name) {
  int fd = open(name, O_RDONLY);
  if (fd >= 0) finish(fd);
}

static int look(const char *name, char *buffer) {
  int fd = open(name, O_RDONLY);
  if (fd < 0) return -1;
  read(fd, buffer, 1);
  return 0;  // report resource-leak: "'fd' is never closed"
}

int leaked_by_callee_bad(const char *name, char *buffer) { return look(name, buffer); }

// Two names for one number, known only by value.
int FN_closed_by_another_name_bad(struct connection *c, struct connection *d) {
  d->fd = c->fd + 0;
  close(c->fd);
  return close(d->fd);  // missed resource-state
}

int main(int argc, char **argv) {
  int fd = open(argv[argc - 1], O_RDONLY);
  return fd < 0;
}

static int next_number(unsigned *to) {
  *to = 7;
  return 0;
}

// Written as something else, it is still the same memory.
long written_by_another_type_ok(int fd, char *buffer) {
  close(fd);
  if (next_number((unsigned *)&fd)) return -1;
  return read(fd, buffer, 1);
}

static int open_checked(const char *name) {
  int fd = open(name, O_RDONLY);
  if (fd < 0) return -1;
  return fd;
}

int from_a_wrapper_bad(const char *name, char *to) {
  int fd = open_checked(name);
  if (fd < 0) return -1;
  if (read(fd, to, 1) < 0) return -1;  // report resource-leak: "'fd' is never closed"
  return close(fd);
}

int without_its_stream_bad(const char *name) {
  int fd = open(name, O_RDONLY);
  if (fd < 0) return -1;
  FILE *f = fdopen(fd, "r");
  if (!f) return -1;  // report resource-leak: "'fd' is never closed"
  return fclose(f);
}

int closed_by_its_stream_bad(const char *name) {
  int fd = open(name, O_RDONLY);
  if (fd < 0) return -1;
  FILE *f = fdopen(fd, "r");
  if (!f) return close(fd);
  fclose(f);
  return close(fd);  // report resource-state: "'fd' is closed twice"
}

int with_its_stream_ok(const char *name) {
  int fd = open(name, O_RDONLY);
  if (fd < 0) return -1;
  FILE *f = fdopen(fd, "r");
  if (!f) return close(fd);
  return fclose(f);
}

// `fork` answers -1, 0, or the child's number.
int forked_ok(const char *name) {
  int fd = open(name, O_RDONLY);
  if (fd < 0) return -1;
  int pid = fork();
  if (pid > 0) close(fd);
  if (pid == 0) close(fd);
  if (pid == -1) close(fd);
  return pid;
}

int forgotten_in_child_bad(const char *name) {
  int fd = open(name, O_RDONLY);
  if (fd < 0) return -1;
  int pid = fork();
  if (pid > 0) close(fd);
  if (pid == -1) close(fd);
  return pid;  // report resource-leak: "'fd' is never closed"
}

// The loop writes `pid`, and whatever it wrote there is at least -1.
static int tries_to_fork(int fd, int tries) {
  int pid;
  while (tries--) {
    pid = fork();
    if (pid >= 0 || errno != EAGAIN) break;
    sleep(1);
  }
  if (pid < 0) close(fd);
  return pid;
}
int forked_in_a_loop_ok(const char *name) {
  int fd = open(name, O_RDONLY);
  if (fd < 0) return -1;
  switch (tries_to_fork(fd, 8)) {
    case -1:
      return -1;
    case 0:
      close(fd);
      return 0;
    default:
      return close(fd);
  }
}
int forked_in_a_loop_bad(const char *name) {
  int fd = open(name, O_RDONLY);
  if (fd < 0) return -1;
  switch (tries_to_fork(fd, 8)) {
    case 0:
      close(fd);
      return 0;
    default:
      return close(fd);  // report resource-state: "'fd' is closed twice"
  }
}

void answer_kept_ok(void) {
  int fd = open("x", O_RDONLY);
  int is_open = fd >= 0;
  if (is_open) close(fd);
}

void answer_kept_bad(void) {
  int fd = open("x", O_RDONLY);
  int failed = fd < 0;
  if (failed) return;
  lseek(fd, 0, SEEK_SET);
}  // report resource-leak: "'fd' is never closed"

// In a field of a local variable, until somebody else has the whole of it.
struct file {
  int fd;
  int line;
};
void keep_file(struct file *f);
int in_a_field_bad(const char *name, char *buffer) {
  struct file f;
  f.fd = open(name, O_RDONLY);
  if (f.fd < 0) return -1;
  if (read(f.fd, buffer, 10) != 10) return -2;  // report resource-leak: "'f.fd' is never closed"
  close(f.fd);
  return 0;
}
struct file returned_whole_ok(const char *name) {
  struct file f = {0, 0};
  f.fd = open(name, O_RDONLY);
  return f;
}
int written_whole_ok(const char *name, struct file *to) {
  struct file f = {0, 0};
  f.fd = open(name, O_RDONLY);
  if (f.fd < 0) return -1;
  *to = f;
  return 0;
}
int handed_on_ok(const char *name) {
  struct file f = {0, 0};
  f.fd = open(name, O_RDONLY);
  if (f.fd < 0) return -1;
  keep_file(&f);
  return 0;
}

void dropped_bad(const char *name) {
  open(name, O_RDONLY);  // report resource-leak: "the descriptor that is opened here is never closed"
}
void dropped_on_purpose_ok(const char *name) {
  (void)open(name, O_RDONLY);
  open("/dev/null", O_RDWR);
}

// Somebody else's descriptor that a stream has taken.
int closed_by_the_stream_bad(int fd) {
  FILE *f = fdopen(fd, "r");
  if (f == NULL) {
    close(fd);
    return -1;
  }
  fclose(f);
  return close(fd);  // report resource-state: "'fd' is closed twice"
}
int left_by_the_stream_ok(int fd) {
  FILE *f = fdopen(fd, "r");
  if (!f) return close(fd);
  return fclose(f);
}

// A copy that others may have put another one over.
int copied_into_a_field_ok(const char *name) {
  struct file f = {0, 0};
  int fd = open(name, O_RDONLY);
  if (fd < 0) return -1;
  f.fd = fd;
  keep_file(&f);
  return close(f.fd);
}

// What would have it is not part of this build.
static struct file *without_a_body(int fd, int how) {
  (void)fd;
  (void)how;
  return NULL;
}
static struct file *with_a_body(int fd) {
  struct file *f = malloc(sizeof *f);
  if (f == NULL) abort();
  f->fd = fd;
  return f;
}
struct file *left_out_ok(const char *name, int how) {
  int fd = open(name, O_RDONLY);
  if (fd == -1) return NULL;
  return how ? without_a_body(fd, how) : with_a_body(fd);
}
void left_open_on_purpose_ok(const char *name) {
  int fd = open(name, O_RDONLY | O_NONBLOCK);
  (void)fd;
  unlink(name);
}
static int without_a_look(int fd) { return 3; }
int handed_on_and_lost_bad(const char *name) {
  int fd = open(name, O_RDONLY);
  if (fd == -1) return 0;
  return without_a_look(fd);  // report resource-leak: "'fd' is never closed"
}
