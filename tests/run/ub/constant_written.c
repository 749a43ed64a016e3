static const int limit = 3;

int main(void) {
  *(int *)&limit = 4;  // report invalid-deref
  return 0;
}
