int sign(int x) {  // report missing-return
  if (x != 0) return x < 0 ? -1 : 1;
}

int main() {
  sign(0);
  return 0;
}
