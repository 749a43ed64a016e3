// Where virtual bases are, exceptions through qsort, arrays of arrays from new.
#include <cstdio>
#include <cstdlib>
struct I {
  virtual int f() = 0;
  virtual ~I() {}
};
struct J : virtual I {
  int f() override { return 1; }
};
struct K : virtual I {
  long k = 5;
};
struct L : J, K {
  int l = 4;
};
struct V0 {
  int x = 1;
};
struct V1 : virtual V0 {
  int y = 2;
};
struct V2 : virtual V0 {
  char c = 3;
};
struct V3 : V1, V2 {
  int z = 4;
};
struct V4 : V3 {
  int w = 8;
};
struct W0 {
  virtual ~W0() {}
  double d = 1.5;
};
struct W1 : virtual W0, virtual V0 {
  short s = 6;
};
struct W2 : W1, V4 {};
int cmp(const void*, const void*) { throw 5; }
struct Cell {
  int n;
  Cell() : n(9) {}
  ~Cell() { std::printf("~%d ", n); }
};
int main() {
  L l;
  I* i = &l;
  K* k = &l;
  std::printf("%d %ld %d %d\n", i->f(), k->k, (int)((char*)i - (char*)&l),
              (int)((char*)k - (char*)&l));
  V4 v;
  V0* v0 = &v;
  V2* v2 = &v;
  std::printf("%d %d %d %d\n", v0->x, v2->x, (int)((char*)v0 - (char*)&v),
              (int)((char*)v2 - (char*)&v));
  v2->x = 70;
  std::printf("%d %d %d\n", v.x, v.w, v.z);
  W2 w;
  std::printf("%d %d %g %d %d\n", (int)((char*)(W0*)&w - (char*)&w),
              (int)((char*)(V0*)(W1*)&w - (char*)&w), w.d, w.s, w.w);
  int arr[3] = {3, 2, 1};
  try {
    std::qsort(arr, 3, 4, cmp);
  } catch (int n) {
    std::printf("through qsort %d\n", n);
  }
  {
    Cell(*c)[2] = new Cell[2][2];
    c[1][0].n = 3;
    delete[] c;
    std::puts("");
  }
  V4 copy = v;
  std::printf("%d %d\n", copy.x, copy.w);
  V4 assigned;
  assigned = v;
  std::printf("%d\n", assigned.x);
  return 0;
}
