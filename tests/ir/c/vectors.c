// GNU vectors.
typedef int v4 __attribute__((vector_size(16)));
v4 add(v4 a, v4 b) { return a + b; }
int lane(v4 a) { return a[2]; }
