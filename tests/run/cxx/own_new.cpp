// The library's operator new[] and the sized operator delete call those that a program replaces.
#include <stdio.h>
#include <stdlib.h>

#include <new>

int made, gone;

void* operator new(size_t size) {
  ++made;
  return malloc(size);
}
void operator delete(void* object) noexcept {
  ++gone;
  free(object);
}

struct Object {
  ~Object() {}
  int a, b;
};

int main() {
  delete new Object;
  delete[] new Object[3];
  delete[] new int[4];
  delete new (std::nothrow) Object;
  printf("%d made, %d gone\n", made, gone);
}
