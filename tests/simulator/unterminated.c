// Bytes from outside: as many as there is room for, and without an end.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

void end_after_read_bad(int fd) {
  char b[16];
  ssize_t n = read(fd, b, sizeof b);  // step 1: "'read' brings a value from outside the program here"
  if (n < 0) return;
  b[n] = 0;  // report buffer-overflow: "writing out of bounds of 'b'"
}
void end_after_recv_bad(int fd) {
  char b[16];
  int n = recv(fd, b, sizeof b, 0);
  if (n <= 0) return;
  b[n] = 0;  // report buffer-overflow: "writing out of bounds of 'b'"
}
void end_after_recvfrom_bad(int fd) {
  char b[16];
  ssize_t n = recvfrom(fd, b, sizeof b, 0, NULL, NULL);
  if (n < 0) return;
  b[n] = 0;  // report buffer-overflow: "writing out of bounds of 'b'"
}
void end_after_fread_bad(FILE *f) {
  char b[16];
  size_t n = fread(b, 1, sizeof b, f);
  b[n] = 0;  // report buffer-overflow: "writing out of bounds of 'b'"
}
void end_after_readlink_bad(const char *path) {
  char b[16];
  ssize_t n = readlink(path, b, sizeof b);
  if (n < 0) return;
  b[n] = 0;  // report buffer-overflow: "writing out of bounds of 'b'"
}
void end_after_pread_bad(int fd) {
  char *b = malloc(100);
  if (!b) return;
  ssize_t n = pread(fd, b, 100, 0);
  if (n >= 0) b[n] = 0;  // report buffer-overflow: "writing out of bounds of 'b'"
  free(b);
}
void end_in_room_ok(int fd) {
  char b[16];
  ssize_t n = read(fd, b, sizeof b - 1);
  if (n < 0) return;
  b[n] = 0;
  puts(b);
}
void end_checked_ok(int fd) {
  char b[16];
  ssize_t n = read(fd, b, sizeof b);
  if (n < 0 || (size_t)n >= sizeof b) return;
  b[n] = 0;
  puts(b);
}
void end_moved_ok(int fd) {
  char b[16];
  ssize_t n = read(fd, b, sizeof b);
  if (n < 0) return;
  if (n == sizeof b) n--;
  b[n] = 0;
  puts(b);
}

size_t length_bad(int fd) {
  char b[16];
  if (read(fd, b, sizeof b) < 0) return 0;  // step 1: "'read' brings bytes from outside the program here, without an end"
  return strlen(b);  // report buffer-overflow: "string 'b', passed to 'strlen', may not end within its memory"
}
// What was not read was never written either.
size_t length_of_fewer_bad(int fd) {
  char b[16];
  if (read(fd, b, sizeof b - 1) < 0) return 0;
  return strlen(b);  // report buffer-overflow: "string 'b', passed to 'strlen', may not end within its memory"
}
size_t length_of_zeroed_ok(int fd) {
  char b[16] = {0};
  if (read(fd, b, sizeof b - 1) < 0) return 0;
  return strlen(b);
}
size_t length_of_filled_ok(int fd) {
  char b[16];
  memset(b, 0, sizeof b);
  if (read(fd, b, sizeof b - 1) < 0) return 0;
  return strlen(b);
}
size_t length_of_zeroed_block_ok(int fd) {
  char *b = calloc(1, 100);
  if (!b) return 0;
  size_t length = read(fd, b, 99) < 0 ? 0 : strlen(b);
  free(b);
  return length;
}
size_t length_of_zeroed_bad(int fd) {
  char b[16] = {0};
  if (read(fd, b, sizeof b) < 0) return 0;
  return strlen(b);  // report buffer-overflow: "string 'b', passed to 'strlen', may not end within its memory"
}
void copied_bad(int fd) {
  char b[16], to[32];
  if (recv(fd, b, sizeof b, 0) < 0) return;
  strcpy(to, b);  // report buffer-overflow: "string 'b', passed to 'strcpy', may not end within its memory"
  puts(to);
}
void printed_bad(const char *path) {
  char b[64];
  if (readlink(path, b, sizeof b) < 0) return;
  printf("%s\n", b);  // report buffer-overflow: "string 'b', passed to 'printf', may not end within its memory"
}
int number_bad(FILE *f) {
  char b[16];
  if (fread(b, 1, sizeof b, f) == 0) return 0;
  return atoi(b);  // report buffer-overflow: "string 'b', passed to 'atoi', may not end within its memory"
}
void printed_with_width_ok(int fd) {
  char b[16];
  ssize_t n = read(fd, b, sizeof b);
  if (n > 0) printf("%.*s", (int)n, b);
}
void last_set_ok(int fd) {
  char b[16];
  if (read(fd, b, sizeof b) < 0) return;
  b[sizeof b - 1] = 0;
  puts(b);
}
// An end at an index that is not known, of more bytes than are looked at one by one.
void large_ok(int fd) {
  char b[4096];
  ssize_t n = read(fd, b, sizeof b - 1);
  if (n < 0) return;
  b[n] = 0;
  puts(b);
}
void line_ok(FILE *f) {
  char b[16];
  if (fgets(b, sizeof b, f)) puts(b);
}
// Who looks at the bytes may know where they end.
void looked_at_ok(int fd) {
  char b[16];
  ssize_t n = read(fd, b, sizeof b);
  if (n < 1 || b[n - 1] != 0) return;
  puts(b);
}

// A count that somebody bounded: sums of such counts stay in their types, and in their memory.
struct input {
  long at;
};
size_t counted_ok(struct input *in, char *b, size_t room, FILE *f) {
  size_t n = fread(b, 1, room, f);
  in->at += (long)n;
  return n;
}
static struct {
  int fd, have;
} state;
static int more(int *sum) {
  static struct {
    int first, others[9];
  } all;
  ssize_t wanted = sizeof all;
  if (state.have == wanted) state.have = 0;
  int n = read(state.fd, (char *)&all + state.have, wanted - state.have);
  if (n > 0) state.have += n;
  if (state.have != wanted) return 0;
  *sum = all.first;
  return 1;
}
void again_ok(int fd) {
  int sum;
  state.fd = fd;
  while (more(&sum)) state.fd = sum ? 1 : 0;
}

// What a callee says of its count, relative to what it was given.
static ssize_t filled(int fd, char *b, size_t room) {
  ssize_t n = pread(fd, b, room, 0);
  return n == -1 ? -1 : n;
}
int last_of_filled_ok(int fd) {
  char b[22];
  ssize_t n = filled(fd, b, sizeof b);
  if (n < 1) return 0;
  return b[n - 1];
}
int past_filled_bad(int fd) {
  char b[22];
  ssize_t n = filled(fd, b, sizeof b);
  if (n < 0) return 0;
  return b[n];  // report buffer-overflow: "reading out of bounds of 'b'"
}
