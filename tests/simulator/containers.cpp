// Elements of containers: what was put in, and those of which nothing is known.
#include <stdlib.h>

#include <map>
#include <queue>
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
  delete all[2];  // report double-free: "freeing 'all[2]', which is freed already"
}

int put_and_taken_bad() {
  std::vector<int *> all;
  all.push_back(nullptr);
  return *all[0];  // report null-deref: "dereferencing NULL pointer 'all[0]'"
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

// Blocks in a container: who goes through it, or empties it, sees to them.
void deleted_by_index_ok() {
  std::vector<int *> all;
  all.push_back(new int(3));
  for (size_t i = 0; i < all.size(); ++i) delete all[i];
}

void deleted_by_range_ok(int count) {
  std::vector<int *> all;
  for (int i = 0; i < count; ++i) all.push_back(new int(i));
  for (int *each : all) delete each;
}

void deleted_from_the_end_ok() {
  std::vector<int *> all;
  int *made = new int(3);
  all.push_back(made);
  while (!all.empty()) {
    delete all.back();
    all.pop_back();
  }
}

void deleted_from_the_front_ok() {
  std::queue<int *> waiting;
  waiting.push(new int(1));
  while (!waiting.empty()) {
    int *next = waiting.front();
    waiting.pop();
    delete next;
  }
}

static void delete_all(std::vector<int *> &all) {
  for (int *each : all) delete each;
}
void deleted_by_a_callee_ok() {
  std::vector<int *> all;
  all.push_back(new int(3));
  delete_all(all);
}

struct owner {
  std::vector<int *> all;
  ~owner() {
    for (int *each : all) delete each;
  }
};
void deleted_by_its_owner_ok() {
  owner blocks;
  blocks.all.push_back(new int(2));
  blocks.all.push_back(new int(3));
}

void never_looked_at_bad() {
  std::vector<int *> all;
  all.push_back(new int(3));
}  // report leak: "leaking memory 'new int'"

int one_is_looked_at_bad() {
  std::vector<int *> all;
  all.push_back(new int(3));
  return *all[0];  // report leak: "leaking memory 'new int'"
}

// What was asked of it changes nothing about what is in it.
size_t counted_bad() {
  std::vector<int *> all;
  all.push_back(nullptr);
  size_t count = all.size();
  return count + *all[0];  // report null-deref: "dereferencing NULL pointer 'all[0]'"
}
