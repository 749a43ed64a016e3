// Memory goes back to where it came from.
#include <cstdlib>

int main() {
  int *many = new int[3];
  delete many;  // report invalid-free
  int *one = new int(1);
  std::free(one);  // report invalid-free
  return 0;
}
