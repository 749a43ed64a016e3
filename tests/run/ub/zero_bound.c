int main(void) {
  int n = 0;
  char a[n];  // report illegal-argument
  return (int)sizeof a;
}
