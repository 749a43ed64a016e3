int main(void) {
  int n = -1;
  char a[n];  // report illegal-argument
  return (int)sizeof a < 0 ? 0 : 0;
}
