// args: -- -std=c++17
// Pointers, references and iterators into containers and strings that change afterwards.
#include <stdio.h>
#include <string.h>

#include <algorithm>
#include <list>
#include <map>
#include <string>
#include <vector>

int element_before_push_bad(std::vector<int> &all) {
  int *first = &all[1];
  all.push_back(42);
  return *first;  // report use-after-free: "dereferencing 'first', which 'all.push_back(42)' may have moved or destroyed"
}

int iterator_before_push_bad(std::vector<int> &all) {
  auto first = all.begin();
  all.push_back(42);
  return *first;  // report use-after-free: "dereferencing 'first', which 'all.push_back(42)' may have moved or destroyed"
}

int element_before_clear_bad(std::vector<int> *all) {
  int &first = all->at(1);
  all->clear();
  return first;  // report use-after-free: "dereferencing 'first', which 'all->clear()' may have moved or destroyed"
}

size_t pushed_while_walked_bad(std::vector<std::string> &all, const std::string &sought) {
  for (const std::string &each : all) {
    if (each == sought) {
      all.push_back(sought);
      return each.size();  // report use-after-free: "passing pointer 'each' to what may have been moved or destroyed to 'std::string::size'"
    }
  }
  return 0;
}

int room_was_reserved_ok(std::vector<int> &all) {
  all.reserve(all.size() + 1);
  int *first = &all[1];
  all.push_back(42);
  return *first;
}

int looked_up_again_ok(std::vector<int> &all) {
  int *first = &all[1];
  all.push_back(*first);
  first = &all[1];
  return *first;
}

void own_elements_ok(std::vector<int> &all) {
  all.push_back(all[0]);
  all.insert(all.end(), all.begin(), all.end());
}

// Whoever has the elements now keeps them where they were.
std::vector<int> kept;
int moved_on_ok(std::vector<int> all) {
  int *first = &all[1];
  kept = std::move(all);
  all.clear();
  return *first;
}

// Room is seen to where the object is made.
class stack {
 public:
  stack() { all_.reserve(10); }
  int push(long n) {
    long *first = &all_[0];
    all_.push_back(n);
    return *first;
  }

 private:
  std::vector<long> all_;
};
int pushed_ok(stack &to) { return to.push(3); }

void erased_while_walked_bad(std::map<int, int> &all) {
  for (auto each = all.begin(); each != all.end(); ++each)  // report use-after-free: "passing pointer 'each' to what may have been moved or destroyed to 'std::_Rb_tree_iterator::operator++'"
    if (each->second == 3) all.erase(each);
}

void erased_with_the_next_ok(std::map<int, int> &all) {
  for (auto each = all.begin(); each != all.end();) {
    if (each->second == 3) {
      each = all.erase(each);
    } else if (each->second == 4) {
      all.erase(each++);
    } else {
      ++each;
    }
  }
}

void erased_and_left_ok(std::list<int> &all) {
  for (auto each = all.begin(); each != all.end(); ++each) {
    if (*each == 3) {
      all.erase(each);
      break;
    }
  }
}

int erased_then_read_bad(std::list<int> &all) {
  for (auto each = all.begin(); each != all.end(); ++each) {
    if (*each == 3) {
      all.erase(each);
      return *each;  // report use-after-free: "dereferencing 'each', which 'all.erase(each)' may have moved or destroyed"
    }
  }
  return 0;
}

int found_then_erased_bad(std::map<int, int> &all, int key) {
  auto found = all.find(key);
  if (found == all.end()) return 0;
  all.erase(found);
  return found->second;  // report use-after-free: "dereferencing 'found', which 'all.erase(found)' may have moved or destroyed"
}

int another_is_erased_ok(std::map<int, int> &all, int key) {
  auto found = all.find(key), other = all.find(key + 1);
  if (found == all.end() || other == all.end()) return 0;
  all.erase(other);
  return found->second;
}

int erased_from_a_vector_bad(std::vector<int> &all) {
  auto each = all.begin();
  all.erase(each);
  return *each;  // report use-after-free: "dereferencing 'each', which 'all.erase(each)' may have moved or destroyed"
}

int erased_behind_ok(std::vector<int> &all) {
  int &first = all.front();
  all.erase(all.begin() + 1);
  return first;
}

void removed_ok(std::vector<int> &all) {
  all.erase(std::remove(all.begin(), all.end(), 3), all.end());
  for (int each : all) printf("%d", each);
}

std::string made();

void text_of_a_temporary_bad() {
  const char *text = made().c_str();
  puts(text);  // report use-after-free: "passing pointer 'text' to what may have been moved or destroyed to 'puts'"
}

void text_used_at_once_ok() {
  puts(made().c_str());
  std::string kept = made();
  const char *text = kept.c_str();
  puts(text);
}

void text_before_append_bad() {
  std::string name = "abc";
  const char *text = name.c_str();
  name += "defghijklmnopqrstuvwxyz";
  puts(text);  // report use-after-free: "passing pointer 'text' to what may have been moved or destroyed to 'puts'"
}

void own_text_ok() {
  std::string name = made();
  name += name.c_str();
  name = name.c_str() + 1;
  puts(name.c_str());
}

const char *text_of_a_local_bad() {
  std::string name = made();
  return name.c_str();  // report freed-return: "returning pointer 'name.c_str()' to what may have been moved or destroyed"
}

// What the text is stays known.
void known_text_bad() {
  std::string name = "abcdefgh";
  char short_one[4];
  strcpy(short_one, name.c_str());  // report buffer-overflow
}

// A walk comes to its end.
int walked_to_the_end_bad(std::vector<int> &all, int *p) {
  int sum = 0;
  for (auto each = all.begin(); each != all.end(); ++each) sum += *each;
  if (!p) sum += 2;
  return sum + *p;  // report null-deref: "dereferencing NULL pointer 'p'"
}
