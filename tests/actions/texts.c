void show(long), tell(const char *);

void all(char *p, int n, int *q) {
  show(!p);
  show(n = 3);
  show(*q + 1);
  show(n++);
  tell("a\n\"b\"");
}
