// std::string in the standard that a compiler has by default, and containers of it.
#include <cstdio>
#include <map>
#include <string>
#include <utility>
#include <vector>

int main() {
  std::string text = "hello";
  for (int i = 0; i < 20; ++i) text += std::to_string(i) + ",";
  std::vector<std::string> some{"b", "a", text.substr(3, 40), std::string(30, 'x')};
  std::map<std::string, int> sizes;
  for (const std::string& each : some) sizes[each] = static_cast<int>(each.size());
  for (const auto& [name, size] : sizes) std::printf("%s %d\n", name.c_str(), size);
  std::printf("%zu %zu %d\n", text.find("19"), text.size(), text < some[0]);
  text.insert(2, "XX");
  text.erase(0, 1);
  text.replace(0, 3, "a longer text in place of it");
  std::printf("%s\n", text.c_str());
  std::string moved = std::move(text);
  moved.resize(8);
  moved.append(3, '!').push_back('?');
  std::printf("%s %zu %d\n", moved.c_str(), moved.rfind('!'), moved.compare("a longer!!!?"));
  return 0;
}
