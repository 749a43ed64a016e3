// Objects passed by value: one that has a destructor lives with the caller, who destroys it when
// the callee is done with it.
#include <memory>
#include <stdexcept>
#include <utility>

struct node {
  int value = 1;
};

class holder {
 public:
  holder() = default;
  explicit holder(std::unique_ptr<node> first) : held_(std::move(first)) {}
  void set(std::unique_ptr<node> next) { held_ = std::move(next); }
  int value() const { return held_->value; }

 private:
  std::unique_ptr<node> held_;
};

int moved_into_a_member_ok() {
  holder all;
  all.set(std::make_unique<node>());
  return all.value();
}

int moved_by_a_constructor_ok() {
  holder all(std::make_unique<node>());
  return all.value();
}

int nothing_was_moved_bad() {
  holder all;
  all.set(nullptr);
  return all.value();  // report null-deref: "passing NULL pointer '*all' to 'holder::value', which follows it"
}

struct owner {
  int *block;
  explicit owner(int *given) : block(given) {}
  owner(owner &&other) : block(other.block) { other.block = nullptr; }
  ~owner() { delete block; }
};

static int *kept;

static void takes(owner given) {
  kept = given.block;
  given.block = nullptr;
}
int taken_out_ok() {
  takes(owner(new int(3)));
  int result = *kept;
  delete kept;
  return result;
}

static void looks(owner given) { kept = given.block; }
int left_inside_bad() {
  looks(owner(new int(3)));
  return *kept;  // report use-after-free: "dereferencing pointer 'kept' to freed memory"
}

// Handed on: the callee's argument is again one that it destroys itself.
static void hands_on(owner given) { takes(std::move(given)); }
int handed_on_ok() {
  hands_on(owner(new int(3)));
  int result = *kept;
  delete kept;
  return result;
}

// What is put into it the caller's destructor frees.
static void fills(owner given) {
  delete given.block;
  given.block = new int(4);
}
void filled_ok() { fills(owner(new int(3))); }

static void frees(owner given) { delete given.block; }
void freed_by_both_bad() {
  frees(owner(new int(3)));  // report double-free: "freeing 'owner(new int)', which is freed already"
}

static void may_take(owner given, bool is_wanted) {
  if (!is_wanted) return;
  kept = given.block;
  given.block = nullptr;
}
int taken_if_wanted_ok() {
  may_take(owner(new int(3)), true);
  int result = *kept;
  delete kept;
  return result;
}
int not_wanted_bad() {
  int *block = new int(3);
  may_take(owner(block), false);
  return *block;  // report use-after-free: "dereferencing pointer 'block' to freed memory"
}

static void takes_and_throws(owner given) {
  kept = given.block;
  given.block = nullptr;
  throw std::runtime_error("no");
}
int taken_and_thrown_ok() {
  try {
    takes_and_throws(owner(new int(3)));
  } catch (const std::runtime_error &) {
    int result = *kept;
    delete kept;
    return result;
  }
  return 0;
}

// Of a function that nobody knows it may be taken out.
void unknown_takes(owner &given);
static void lets_take(owner given) { unknown_takes(given); }
int taken_by_unknown_ok() {
  int *block = new int(3);
  lets_take(owner(block));
  return *block;
}

// A record without a destructor is a copy that ends with the callee.
struct pair {
  int *first;
  int second;
};
static void clears(pair given) { given.first = nullptr; }
int copied_ok() {
  int value = 1;
  pair both{&value, 2};
  clears(both);
  return *both.first;
}
