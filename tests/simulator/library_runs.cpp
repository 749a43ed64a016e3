// The C++ library's own code, run where all that it asks is known: what it allocates, frees and
// counts is exactly that.
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

// Reference counts.
int shared_with_another_ok() {
  std::shared_ptr<int> p(new int(3));
  std::shared_ptr<int> q = p;
  p.reset();
  return *q;
}
int counted_ok() {
  std::shared_ptr<int> p(new int(3));
  std::shared_ptr<int> q(std::move(p));
  int *none = nullptr;
  return p || q.use_count() != 1 ? *none : *q;
}
int moved_from_bad() {
  std::shared_ptr<int> p(new int(3));
  std::shared_ptr<int> q(std::move(p));
  return *p + *q;  // report null-deref: "dereferencing NULL pointer '*p'"
}
int freed_with_its_owner_bad() {
  int *raw = new int(2);
  { std::shared_ptr<int> owner(raw); }
  return *raw;  // report use-after-free: "dereferencing 'raw', whose memory the end of 'owner' has freed"
}
int freed_by_reset_bad() {
  std::unique_ptr<int> owner(new int(2));
  int *raw = owner.get();
  owner.reset();
  return *raw;  // report use-after-free: "dereferencing 'raw', whose memory 'owner.reset()' has freed"
}
struct Point {
  Point(int x) : x(x) {}
  int x;
};
int reset_member_bad() {
  std::unique_ptr<Point> p(new Point(1));
  p.reset();
  return p->x;  // report null-deref: "dereferencing NULL pointer 'p'"
}

// Vectors: as many elements as were put in, and a block that moves when it is full.
int in_bounds_ok() {
  std::vector<int> v(3);
  v[v.size() - 1] = 2;
  return v[2];
}
int past_the_end_bad() {
  std::vector<int> v;
  v.push_back(1);
  v.push_back(2);
  v.push_back(3);
  return v[3];  // report buffer-overflow: "index 3 is out of bounds of 'v', which has 3 elements"
}
int last_of_none_bad() {
  std::vector<int> v;
  return v.back();  // report buffer-overflow: "'v.back()' is out of bounds of 'v', which is empty"
}
int *end_of_block_ok(std::vector<int> &all) {
  std::vector<int> v(3);
  int *end = &v[v.size()];
  all.assign(&v[0], end);
  return nullptr;
}
int moved_block_bad() {
  std::vector<int> v;
  v.push_back(1);
  int &first = v[0];
  v.push_back(2);
  return first;  // report use-after-free: "dereferencing 'first', whose memory 'v.push_back(2)' has freed"
}
int moved_iterator_bad() {
  std::vector<int> v{1, 2};
  auto at = v.begin();
  v.insert(v.end(), 3);
  return *at;  // report use-after-free
}
int room_made_ok() {
  std::vector<int> v;
  v.reserve(2);
  v.push_back(1);
  int &first = v[0];
  v.push_back(2);
  return first;
}

// What goes to somebody who knows a vector by its element only is one of those.
static int first_or_none(const std::vector<int> &v) { return v.empty() ? 0 : v[0]; }
int empty_for_callee_ok() {
  std::vector<int> v;
  return first_or_none(v);
}
int several_for_callee_ok() {
  std::vector<int> v{1, 2};
  int *none = nullptr;
  return first_or_none(v) == 2 ? 0 : v.size() == 7 ? *none : 1;
}

// What holds nothing.
int set_optional_ok() {
  std::optional<int> o(5);
  std::optional<int> copy(o);
  o = std::nullopt;
  return copy.value();
}
int reset_optional_bad() {
  std::optional<int> o(5);
  o = std::nullopt;
  return o.value();  // report illegal-argument: "'o' is empty: 'o.value()' throws 'std::bad_optional_access'"
}
int read_optional_bad() {
  std::optional<int> o;
  return *o;  // report uninit: "using uninitialized memory '*o'"
}
int caught_ok() {
  std::optional<int> o;
  try {
    return o.value();
  } catch (const std::bad_optional_access &) {
    return 0;
  }
}

// Captures.
int outlives_its_capture_bad() {
  std::function<int()> f;
  {
    Point gone(1);
    f = [&gone] { return gone.x; };
  }
  return f();  // report stack-escape: "what 'f' does here uses a variable that is gone"
}
int copies_its_capture_ok() {
  std::function<int()> f;
  {
    Point gone(1);
    f = [gone] { return gone.x; };
  }
  return f();
}

// Strings whose text lies in them.
char text_of_the_dead_bad() {
  const char *text;
  {
    std::string s("abc");
    text = s.c_str();
  }
  return *text;  // report use-after-free: "dereferencing 'text', which the end of 's' may have moved or destroyed"
}
char lengths_ok() {
  std::string s("abc");
  char copy[4];
  copy[s.size()] = 'x';
  return copy[3];
}
char length_past_the_end_bad() {
  std::string s("abcd");
  char copy[4];
  copy[s.size()] = 'x';  // report buffer-overflow
  return copy[4 - 1];
}
// What the library has compiled is not seen: a text that is too long for the string itself.
char FN_long_text_of_the_dead_bad() {
  std::string s("a text that is too long to lie in the string itself");
  const char *text = s.c_str();
  s += s;
  return *text;  // missed use-after-free
}
