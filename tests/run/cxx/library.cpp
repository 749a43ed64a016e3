// args: --extra-arg=-std=c++20
// The parts of the standard library that live in headers, and what they need from outside.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

struct Noisy {
  int n;
  explicit Noisy(int n) : n(n) { std::printf("+%d\n", n); }
  ~Noisy() { std::printf("-%d\n", n); }
};

int main() {
  std::vector<int> v{5, 3, 9, 1};
  v.push_back(7);
  v.insert(v.begin() + 1, 4);
  std::sort(v.begin(), v.end());
  for (int x : v) std::printf("%d ", x);
  std::printf("| %d %d\n", (int)v.size(), std::accumulate(v.begin(), v.end(), 0));
  v.erase(std::remove_if(v.begin(), v.end(), [](int x) { return x % 2 == 0; }), v.end());
  std::printf("%d %d\n", (int)v.size(), v.back());
  try {
    std::printf("%d\n", v.at(100));
  } catch (const std::out_of_range &e) {
    std::printf("%s\n", e.what());
  }
  std::string s = "hello", t(30, 'x');
  s += ", world";
  s.append(t).insert(0, "> ");
  std::printf("%s %d %d\n", s.c_str(), (int)s.size(), (int)s.find("world"));
  std::printf("%s %d\n", s.substr(2, 5).c_str(), s < t);
  std::string moved = std::move(t);
  std::printf("%d %d\n", (int)moved.size(), (int)t.size());
  std::printf("%s %d\n", std::to_string(-1234).c_str(), std::stoi("77") + 1);
  std::map<std::string, int> ages{{"carol", 3}, {"alice", 1}};
  ages["bob"] = 2;
  for (auto &[name, age] : ages) std::printf("%s=%d ", name.c_str(), age);
  ages.erase("alice");
  std::printf("| %d %d\n", (int)ages.size(), (int)ages.count("alice"));
  std::set<int> numbers;
  for (int i = 0; i < 40; ++i) numbers.insert(i * 17 % 41);
  for (int i = 0; i < 40; i += 3) numbers.erase(i);
  for (int n : numbers) std::printf("%d ", n);
  std::printf("\n");
  std::unordered_map<std::string, int> counts;
  for (const char *word : {"a", "b", "a", "c", "a"}) ++counts[word];
  std::printf("%d %d\n", counts["a"], (int)counts.size());
  std::list<int> list{1, 2, 3};
  list.push_front(0);
  list.reverse();
  list.remove(2);
  for (int n : list) std::printf("%d ", n);
  std::printf("\n");
  {
    auto unique = std::make_unique<Noisy>(1);
    auto shared = std::make_shared<Noisy>(2);
    std::weak_ptr<Noisy> weak = shared;
    auto other = shared;
    std::printf("%d %d\n", (int)shared.use_count(), weak.expired());
    shared.reset();
    other.reset();
    std::printf("%d\n", weak.expired());
  }
  std::function<int(int)> f = [&](int x) { return x + (int)v.size(); };
  std::printf("%d\n", f(10));
  std::optional<int> maybe;
  std::printf("%d ", maybe.value_or(-1));
  maybe.emplace(4);
  std::printf("%d\n", *maybe);
  std::variant<int, std::string> either = "text";
  std::printf("%d %s\n", (int)either.index(), std::get<std::string>(either).c_str());
  try {
    throw std::runtime_error("problem " + std::to_string(5));
  } catch (const std::exception &e) {
    std::printf("%s\n", e.what());
  }
  std::vector<std::string> words{"pear", "fig", "apple"};
  std::sort(words.begin(), words.end(), [](auto &a, auto &b) { return a.size() < b.size(); });
  for (auto &word : words) std::printf("%s ", word.c_str());
  std::printf("\n");
  return 0;
}
