// args: --extra-arg=-std=c++20
// Pointers to methods, references, lambdas, templates, operators.
#include <cstdio>

struct Counter {
  int value = 1, step = 2;
  int get() const { return value; }
  int add(int n) { return value += n * step; }
  virtual int kind() { return 0; }
};
struct Padding {
  long space[2];
};
struct Better : Padding, Counter {
  int more = 8;
  int kind() override { return 1; }
  int both() { return more + value; }
};

static int call(Counter &c, int (Counter::*method)(int), int n) { return (c.*method)(n); }

template <class T, int kCount>
struct Buffer {
  T items[kCount];
  int size = 0;
  void push(const T &item) {
    if (size < kCount) items[size++] = item;
  }
  template <class F>
  auto reduce(F f, T from) const {
    for (int i = 0; i < size; ++i) from = f(from, items[i]);
    return from;
  }
};
template <class... Ts>
int sum(Ts... values) {
  return (values + ... + 0);
}
struct Complex {
  int re, im;
  friend Complex operator+(Complex a, Complex b) { return {a.re + b.re, a.im + b.im}; }
  Complex &operator+=(const Complex &o) {
    re += o.re;
    im += o.im;
    return *this;
  }
  bool operator==(const Complex &o) const = default;
  explicit operator bool() const { return re || im; }
  int operator[](int i) const { return i ? im : re; }
  int operator()(int x, int y) const { return re * x + im * y; }
};
static int &pick(int &a, int &b, bool first) { return first ? a : b; }
static void swap_them(int &&a, int &b) { b = a; }

int main() {
  Counter c;
  int (Counter::*add)(int) = &Counter::add;
  int (Counter::*get)() const = &Counter::get;
  int (Counter::*kind)() = &Counter::kind;
  std::printf("%d\n", call(c, add, 3));
  std::printf("%d %d\n", (c.*get)(), call(c, &Counter::add, 0));
  Better b;
  std::printf("%d %d\n", (c.*kind)(), (b.*kind)());
  int (Better::*of_better)() = kind;
  std::printf("%d\n", (b.*of_better)());
  std::printf("%d\n", get != nullptr);
  int base = 10, calls = 0;
  auto lambda = [base, &calls](int x) mutable {
    ++calls;
    return base++ + x;
  };
  int before = lambda(1);
  int after = lambda(1);
  std::printf("%d %d %d %d\n", before, after, base, calls);
  int (*function)(int) = [](int x) { return x * x; };
  std::printf("%d\n", function(9));
  auto generic = [](auto a, auto b) { return a + b; };
  std::printf("%d %.1f\n", generic(1, 2), generic(1.5, 2));
  Buffer<int, 4> buffer;
  for (int i = 0; i < 6; ++i) buffer.push(i * i);
  std::printf("%d\n", buffer.reduce([](int a, int b) { return a + b; }, 0));
  std::printf("%d\n", sum(1, 2, 3, 4));
  Complex z{1, 2}, w = z + Complex{3, 4};
  w += z;
  std::printf("%d %d %d %d %d\n", w.re, w[1], w(1, 10), w == z, z ? 1 : 0);
  int x = 1, y = 2;
  pick(x, y, false) = 20;
  swap_them(5, x);
  std::printf("%d %d\n", x, y);
  auto &[re, im] = w;
  re = 100;
  std::printf("%d %d\n", w.re, im);
  int array[] = {3, 1, 2};
  for (int &each : array) each *= 2;
  int total = 0;
  for (int each : array) total += each;
  std::printf("%d\n", total);
  return 0;
}
