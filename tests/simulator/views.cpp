// Views of texts whose strings are gone, or have changed.
#include <string>
#include <string_view>

std::string make();

char of_temporary_bad() {
  std::string_view v = make();
  return v[0];  // report use-after-free
}
char of_variable_ok() {
  std::string s = make();
  std::string_view v = s;
  return v[0];
}
char of_sum_bad(const std::string &s) {
  std::string_view v = s + "x";
  return v[0];  // report use-after-free
}
char in_call_ok() {
  auto first = [](std::string_view v) { return v[0]; };
  return first(make());
}
