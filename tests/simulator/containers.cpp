// Elements of containers: what was put in, and those of which nothing is known.
#include <stdlib.h>

#include <map>
#include <vector>

class arena {
 public:
  ~arena() {
    for (size_t i = 0; i < blocks_.size(); ++i) delete[] blocks_[i];
  }
  void add(int n) { blocks_.push_back(new char[n]); }

 private:
  std::vector<char *> blocks_;
};

class pool {
 public:
  char *take(int n) {
    char *made = new char[n];
    blocks_.push_back(made);
    return made;
  }

 private:
  std::vector<char *> blocks_;
};

char kept_by_the_pool_ok(pool *all) {
  char *mine = all->take(4);
  mine[0] = 'x';
  return mine[0];
}

static int first_of(const std::vector<int> &all) { return all.empty() ? 0 : all[0]; }
int empty_ok() {
  std::vector<int> none;
  return first_of(none);
}

void freed_one_by_one_ok(std::vector<int *> all) {
  for (size_t i = 0; i < all.size(); ++i) delete all[i];
}

void freed_twice_bad(std::vector<int *> all) {
  delete all[2];
  delete all[2];  // report double-free: "freeing 'all.operator[](2)', which is freed already"
}

int put_and_taken_bad() {
  std::vector<int *> all;
  all.push_back(nullptr);
  return *all[0];  // report null-deref: "dereferencing NULL pointer 'all.operator[](0)'"
}

int looked_up_ok(std::map<int, int *> known, int key) {
  if (known[key]) return *known[key];
  return 0;
}

int neighbours_ok(std::vector<int> &all) {
  int *first = all.data();
  return first[1] + *(&all[0] + 2);
}

struct pair {
  pair(int *p, int n) : p(p), n(n) {}
  int *p;
  int n;
};
void emplaced_ok(std::vector<pair> &all) {
  int *made = new int(1);
  all.emplace_back(made, 2);
}
