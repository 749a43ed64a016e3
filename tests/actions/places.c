#define NULL ((void *)0)
#define IS_NULL(p) ((p) == NULL)
#define HANDED(c) (c)
void stop(void) __attribute__((noreturn));
void *allocate(int n) __attribute__((malloc));
char *gets(char *s);

int macros(char *p) {
  if (p == NULL) return 1;
  if (IS_NULL(p)) return 2;
  if (HANDED(p == NULL)) return 3;
  return 0;
}

void calls(char *line) {
  allocate(3);
  gets(line);
  stop();
}
