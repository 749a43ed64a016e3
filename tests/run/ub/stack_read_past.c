int main(void) {
  int a[4] = {1, 2, 3, 4}, sum = 0;
  for (int i = 0; i <= 4; ++i)
    sum += a[i] & 1;  // report buffer-overflow
  return sum > 9;
}
