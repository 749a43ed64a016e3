// Uses of the C++ functions that have models, so that their symbols are named: tests compare both.
#include <cxxabi.h>

#include <cstddef>
#include <functional>
#include <iostream>
#include <list>
#include <map>
#include <new>
#include <string>
#include <unordered_map>

void failures(const char *what) {
  std::__throw_bad_alloc();
  std::__throw_bad_array_new_length();
  std::__throw_bad_cast();
  std::__throw_bad_function_call();
  std::__throw_length_error(what);
  std::__throw_logic_error(what);
  std::__throw_out_of_range(what);
  std::__throw_out_of_range_fmt(what, 1);
  std::__throw_runtime_error(what);
  std::__throw_invalid_argument(what);
  std::terminate();
}

void memory(void *p, std::size_t size) {
  p = ::operator new(size);
  p = ::operator new[](size);
  p = ::operator new(size, std::nothrow);
  p = ::operator new[](size, std::nothrow);
  ::operator delete(p);
  ::operator delete[](p);
  ::operator delete(p, size);
  ::operator delete[](p, size);
}

void containers(std::map<int, int> &map, std::list<int> &list, std::unordered_map<std::string, int> &hash,
                std::_Rb_tree_node_base *node, const std::_Rb_tree_node_base *constant) {
  map[1] = 2;
  map.erase(map.begin());
  list.push_back(1);
  list.pop_front();
  hash["one"] = 1;
  hash.rehash(7);
  std::_Rb_tree_increment(node);
  std::_Rb_tree_decrement(node);
  std::_Rb_tree_increment(constant);
  std::_Rb_tree_decrement(constant);
}

template <class Number>
void number(Number n) {
  std::cout << n;
  std::cin >> n;
}

void streams(const char *s, const void *p) {
  number(1);
  number(1u);
  number(1l);
  number(1ul);
  number(static_cast<short>(1));
  number(static_cast<unsigned short>(1));
  number(1.0);
  number(1.0f);
  std::cout << 1ll << 1ull << true << p << s << 'c' << std::endl;
  std::cout.flush();
}

void guards(abi::__guard *guard) {
  abi::__cxa_guard_acquire(guard);
  abi::__cxa_guard_release(guard);
  abi::__cxa_guard_abort(guard);
  abi::__cxa_pure_virtual();
}
