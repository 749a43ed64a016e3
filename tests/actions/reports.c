void plain(void *), words(void *), tags(void *), never(void *);
int other(int);

void all(char *p, char **q, int i) {
  plain(p);
  words(q[i]);
  tags(p);
  other(i + 1);
}
