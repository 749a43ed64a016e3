#include <fcntl.h>
#include <unistd.h>

int leaked_bad(const char *name, char *buffer) {
  int fd = open(name, O_RDONLY);
  if (fd < 0) return -1;
  if (read(fd, buffer, 10) != 10) return -2;  // report resource-leak: "`fd` is never closed"
  close(fd);
  return 0;
}

void closed_twice_bad(int fd, int error) {
  if (error) close(fd);
  close(fd);  // report resource-state: "`fd` is closed twice"
}

long used_after_close_bad(int fd, char *buffer) {
  close(fd);
  return read(fd, buffer, 1);  // report resource-state: "`fd` is used after it was closed"
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
