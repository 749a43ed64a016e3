// Calls through pointers, and a table of functions in a struct.
struct operations {
  int (*open)(const char *);
  void (*close)(int);
};
static int open_file(const char *name) { return name[0]; }
static void close_file(int fd) { (void)fd; }
static const struct operations files = {.open = open_file, .close = close_file};
int run(const struct operations *ops, int (*filter)(int)) {
  int fd = ops->open("x");
  ops->close(fd);
  return (*filter)(fd) + files.open("y");
}
