// Resources in the wrong state.
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

void read_closed_bad(FILE *f) {
  fclose(f);
  fgetc(f);  // report resource-state: "'f' passed to 'fgetc' is closed, but must be open"
}

void closed_twice_bad(FILE *f, int error) {
  if (error) fclose(f);
  fclose(f);  // report resource-state: "'f' passed to 'fclose' is closed, but must be open"
}

void closed_once_ok(FILE *f, int error) {
  if (error) {
    fclose(f);
    return;
  }
  fclose(f);
}

static void finish(FILE *f) { fclose(f); }

void closed_by_callee_bad(FILE *f) {
  finish(f);
  fgetc(f);  // report resource-state: "'f' passed to 'fgetc' is closed, but must be open"
}

void descriptor_closed_twice_bad(int fd) {
  close(fd);
  close(fd);  // report resource-state: "'fd' passed to 'close' is closed, but must be open"
}

// A number in memory goes by its value: the old one is closed, and the new one is open.
struct place {
  int fd;
};
static void shut(const struct place *p) {
  if (p->fd >= 0) close(p->fd);
}
static int advance(struct place *p, const char *name) {
  int fd = open(name, O_RDONLY);
  if (fd < 0) return -1;
  shut(p);
  p->fd = fd;
  return 0;
}
int advanced_ok(const char *first, const char *second) {
  struct place p = {-1};
  if (advance(&p, first) != 0) return -1;
  if (advance(&p, second) != 0) exit(1);
  int done = fchdir(p.fd);
  close(p.fd);
  return done;
}

// Opened as the number that was asked for.
static int reopen(int wanted, const char *name) {
  int fd = open(name, O_RDONLY);
  if (fd == wanted || fd < 0) return fd;
  close(fd);
  return -1;
}
int as_input_ok(const char *name) {
  if (reopen(0, name) < 0) return -1;
  return 0;
}
int protected_ok(int wanted) {
  int fd = open("/dev/null", O_RDONLY);
  if (fd != wanted) {
    if (fd >= 0) close(fd);
    return 0;
  }
  return 1;
}

// What stood where a callee puts something else is lost, if the callee has not looked.
static void open_anew(struct place *p) { p->fd = open("second", O_RDONLY); }
void opened_over_bad(void) {
  struct place p = {open("first", O_RDONLY)};
  open_anew(&p);
  if (p.fd >= 0) close(p.fd);
}  // report resource-leak
void *keep_number(int fd);
static void keep_and_open(struct place *p) {
  keep_number(p->fd);
  p->fd = open("second", O_RDONLY);
}
void kept_before_ok(void) {
  struct place p = {open("first", O_RDONLY)};
  keep_and_open(&p);
  if (p.fd >= 0) close(p.fd);
}
static void look_and_open(struct place *p) {
  if (p->fd < 0) p->fd = open("second", O_RDONLY);
}
void opened_if_needed_ok(void) {
  struct place p = {open("first", O_RDONLY)};
  look_and_open(&p);
  if (p.fd >= 0) close(p.fd);
}
void keep_place(struct place *p);
static void give_and_open(struct place *p) {
  keep_place(p);
  p->fd = open("second", O_RDONLY);
}
void given_before_ok(void) {
  struct place p = {open("first", O_RDONLY)};
  give_and_open(&p);
  if (p.fd >= 0) close(p.fd);
}

// A number is no stream, wherever it was kept meanwhile.
static int shared;
static void close_shared(void) {
  if (shared != -1) fclose((FILE *)(long)shared);
}
void number_as_stream_bad(void) {
  shared = open("name", O_RDONLY);
  close_shared();  // report resource-mismatch: "passing 'shared', the number of a descriptor, to 'close_shared', which follows it as a pointer"
}
void pointer_of_number_bad(void) {
  int fd = open("name", O_RDONLY);
  if (fd >= 0) fclose((FILE *)(long)fd);  // report resource-mismatch: "passing 'fd', the number of a descriptor, to 'fclose', which follows it as a pointer"
}
void stream_of_number_ok(void) {
  int fd = open("name", O_RDONLY);
  FILE *f = fd >= 0 ? fdopen(fd, "r") : 0;
  if (f)
    fclose(f);
  else if (fd >= 0)
    close(fd);
}

// A socket that was never told to listen.
int accepted_too_early_bad(void) {
  int s = socket(AF_INET, SOCK_STREAM, 0);
  if (s < 0) return -1;
  int c = accept(s, NULL, NULL);  // report resource-order: "'s' passed to 'accept' is created, which it must not be"
  if (c >= 0) close(c);
  close(s);
  return 0;
}

int opened_in_one_loop_and_closed_in_the_next_ok(int count, char **names) {
  FILE *files[4] = {0};
  int failed = 0;
  for (int i = 0; i < 4 && i + 1 < count; i++) {
    files[i] = fopen(names[i + 1], "r");
    if (!files[i]) {
      failed = 1;
      break;
    }
  }
  for (int i = 0; i < 4; i++)
    if (files[i]) fclose(files[i]);
  return failed;
}

// After `close(0)` the next descriptor is 0, whatever is done with the answer.
void terminal_instead_ok(const char *command) {
  close(0);
  if (open("/dev/tty", O_RDONLY) < 0) return;
  system(command);
  close(0);
}
void nothing_to_read_ok(void) {
  close(0);
  open("/dev/null", O_RDONLY);
}
static int open_always(const char *name) {
  int fd = open(name, O_RDWR);
  if (fd < 0) exit(1);
  return fd;
}
void all_three_ok(void) {
  close(0);
  close(1);
  close(2);
  open_always("/dev/null");
  if (dup(0) < 0 || dup(0) < 0) exit(1);
}
void without_room_bad(void) {
  open("/dev/null", O_RDONLY);
}  // report resource-leak: "leaking resource (descriptor)"
void second_bad(void) {
  close(0);
  open("/dev/null", O_RDONLY);
  open("/dev/zero", O_RDONLY);
}  // report resource-leak: "leaking resource (descriptor)"
void closed_twice_by_number_bad(void) {
  close(0);
  close(0);  // report resource-state: "'0' passed to 'close' is closed, but must be open"
}
