struct room {
  int a[2], b[2];
};

int main(void) {
  struct room r = {{0}, {0}};
  int *p = (int *)&r;
  int i = 4;
  return p[i] != 0 ? 0 : 0;  // report buffer-overflow
}
