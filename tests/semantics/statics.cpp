// Static variables of functions: initialised on some paths, once, and again after a throw.
namespace {

unsigned runs;

unsigned initial(unsigned n) {
  ++runs;
  return n > 7 ? n & 7 : n + 1;
}
unsigned next(unsigned n) {
  static unsigned counter = initial(n);
  return ++counter;
}
struct Box {
  unsigned value;
  explicit Box(unsigned n) : value(n & 15) {
    ++runs;
    if (n & 16) throw 3;
  }
};
Box& box(unsigned n) {
  static Box only(n);
  return only;
}

}  // namespace

extern "C" {

unsigned once(unsigned n) {
  runs = 0;
  unsigned a = next(n), b = next(n + 1);
  return a * 100 + b * 10 + runs;
}
unsigned on_one_path_first(unsigned n, bool c) {
  runs = 0;
  unsigned sum = 0;
  if (c) sum += next(n);
  sum += 10 * next(n + 3);
  return sum * 10 + runs;
}
unsigned in_a_loop(unsigned n) {
  runs = 0;
  unsigned sum = 0;
  for (unsigned i = 0; i < (n & 3); ++i) sum = sum * 3 + next(n + i);
  return sum * 10 + runs;
}
unsigned breaks_off(unsigned n, unsigned m) {
  runs = 0;
  unsigned sum = 0;
  for (int i = 0; i < 2; ++i) {
    try {
      sum = sum * 20 + box(i ? m : n).value;
    } catch (int) {
      sum += 100;
    }
  }
  return sum * 10 + runs;
}
unsigned breaks_off_on_one_path(unsigned n, unsigned m, bool c) {
  runs = 0;
  unsigned sum = 0;
  if (c) {
    try {
      sum = box(n).value;
    } catch (int) {
      sum = 50;
    }
  }
  try {
    sum += 100 * box(m).value;
  } catch (int) {
    sum += 7;
  }
  return sum * 10 + runs;
}

}  // extern "C"
