// The elements of an array that its initialiser does not write.
#include <cstdio>

struct Defaulted {
  int value;
  Defaulted(int given = 7) : value(given) {}
  ~Defaulted() { std::printf("%d ", value); }
};
struct Aggregate {
  int first = 5;
  int second;
};
struct Mixed {
  int number;
  Defaulted inner;
};
struct Zeroed {
  int value;
  ~Zeroed() { std::printf("z%d ", value); }
};

// A temporary of a default argument is gone before the next element is built.
struct Temporary {
  const char *name;
  Temporary(const char *given) : name(given) { std::printf("+%s ", name); }
  ~Temporary() { std::printf("-%s ", name); }
};
struct Needy {
  Needy(const Temporary & = "default") { std::printf("built "); }
};

struct Throwing {
  static int left;
  int number;
  Throwing(int given = 0) : number(given) {
    if (left-- == 0) throw given;
  }
  ~Throwing() { std::printf("~%d ", number); }
};
int Throwing::left;

Aggregate constant[3] = {{1}};
Mixed dynamic[3] = {{1, {2}}};

void locals() {
  Defaulted few[4] = {1, 2};
  Defaulted nested[2][2] = {{3}};
  Mixed mixed[2] = {{4}};
  Zeroed zeroed[2] = {};
  Aggregate aggregates[3] = {{1}};
  std::printf("%d %d %d\n", aggregates[1].first, aggregates[2].second, mixed[1].number);
}

void allocated(int count) {
  delete[] new Defaulted[3]{1};
  delete[] new Defaulted[count]{2};
  delete[] new Mixed[count]{{3, 4}};
  delete[] new Zeroed[count]{};
  delete[] new Defaulted[count][2]{{5}};
  std::printf("\n");
  int *numbers = new int[count]{1, 2};
  Aggregate *aggregates = new Aggregate[count]{{1, 2}};
  std::printf("%d %d %d, %d %d %d\n", numbers[0], numbers[1], numbers[2], aggregates[0].first,
              aggregates[2].first, aggregates[2].second);
  delete[] numbers;
  delete[] aggregates;
}

void throwing(int count, int left) {
  Throwing::left = left;
  try {
    delete[] new Throwing[count]{1, 2};
  } catch (int number) {
    std::printf("caught %d\n", number);
  }
  Throwing::left = left;
  try {
    Throwing built[4] = {3, 4};
  } catch (int number) {
    std::printf("caught %d\n", number);
  }
}

int main() {
  std::printf("%d %d %d\n", constant[0].first, constant[2].first, dynamic[2].inner.value);
  locals();
  std::printf("\n");
  allocated(3);
  Needy needy[2] = {};
  std::printf("\n");
  throwing(4, 3);
  throwing(4, 1);
}
