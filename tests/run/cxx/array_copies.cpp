// Arrays of class objects that are copied as members, captures and bindings.
#include <cstdio>

struct Element {
  int value;
  Element(int given = 0) : value(given) {}
  Element(const Element &other) : value(other.value) {
    if (value == 66) throw value;
  }
  ~Element() {
    if (value > 60 && value < 70) std::printf("~%d ", value);
  }
};
struct Few {
  Element elements[4];
};
struct Many {
  Element elements[100];
  Element rows[3][2];
  int plain[5];
};

int main() {
  Many many;
  for (int i = 0; i < 100; ++i) many.elements[i].value = i * 2 + 100;
  many.rows[1][0].value = 8;
  many.rows[2][1].value = 9;
  many.plain[4] = 3;
  Many copy(many);
  int sum = 0;
  for (int i = 0; i < 100; ++i) sum += copy.elements[i].value * i;
  std::printf("%d %d %d %d\n", sum, copy.rows[1][0].value, copy.rows[2][1].value, copy.plain[4]);

  Few few;
  for (int i = 0; i < 4; ++i) few.elements[i].value = 64 + i;
  try {
    Few other(few);
  } catch (int value) {
    std::printf("caught %d\n", value);
  }
  for (Element &element : few.elements) element.value = 1;

  Element array[3] = {1, 2, 3};
  auto kept = [array] { return array[0].value + array[2].value; };
  auto [first, second, third] = array;
  array[2].value = 5;
  std::printf("%d %d %d\n", kept(), first.value, third.value);
}
