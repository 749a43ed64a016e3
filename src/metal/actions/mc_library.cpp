// mc.h: what rules have of the C library, and what compiled code calls unasked.
#include <fmt/format.h>
#include <strings.h>

#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "metal/actions/context.h"
#include "metal/actions/rule_symbols.h"

namespace assay::metal {
namespace {

void* rule_malloc(size_t size) {
  return answer([&](Context& c) { return c.memory().heap.allocate(size); });
}

void* rule_calloc(size_t count, size_t size) {
  return answer([&](Context& c) -> void* {
    size_t bytes = 0;
    if (__builtin_mul_overflow(count, size, &bytes)) return nullptr;
    return c.memory().heap.allocate(bytes);
  });
}

void release(Context& c, void* memory) {
  if (memory != nullptr && !c.memory().heap.release(memory))
    c.fail("frees what is no memory of malloc's, or was freed before");
}

void rule_free(void* memory) {
  perform([&](Context& c) { release(c, memory); });
}

void* rule_realloc(void* memory, size_t size) {
  return answer([&](Context& c) -> void* {
    RuleHeap& heap = c.memory().heap;
    size_t old_size = heap.size_of(memory);
    if (memory != nullptr && old_size == 0) {
      c.fail("calls realloc with what is no memory of malloc's, or was freed before");
      return nullptr;
    }
    void* made = heap.allocate(size);
    if (made == nullptr) return nullptr;
    if (memory != nullptr) std::memcpy(made, memory, std::min(old_size, size));
    release(c, memory);
    return made;
  });
}

char* rule_strdup(const char* text) {
  return answer([&](Context& c) -> char* {
    size_t size = std::strlen(text) + 1;
    void* copy = c.memory().heap.allocate(size);
    return copy == nullptr ? nullptr : static_cast<char*>(std::memcpy(copy, text, size));
  });
}

void out_of_steps() {
  perform([](Context& c) { c.fail(fmt::format("did not end within {} steps", c.limits().steps)); });
}

void out_of_stack() {
  perform([](Context& c) {
    c.fail(fmt::format("needs more than {} KiB of stack", c.limits().stack_bytes >> 10));
  });
}

/// The overload of an overloaded function of the library that C has.
template <class Function>
RuleSymbol c_function(std::string_view name, Function* function) {
  return rule_symbol(name, function);
}

}  // namespace

std::vector<RuleSymbol> library_symbols() {
  return {
      rule_symbol("malloc", rule_malloc),
      rule_symbol("calloc", rule_calloc),
      rule_symbol("realloc", rule_realloc),
      rule_symbol("free", rule_free),
      rule_symbol("strdup", rule_strdup),
      rule_symbol(kOutOfStepsSymbol, out_of_steps),
      rule_symbol(kOutOfStackSymbol, out_of_stack),
      c_function<int(const char*, const char*)>("strcmp", std::strcmp),
      c_function<int(const char*, const char*, size_t)>("strncmp", std::strncmp),
      c_function<int(const char*, const char*)>("strcasecmp", ::strcasecmp),
      c_function<int(const char*, const char*, size_t)>("strncasecmp", ::strncasecmp),
      c_function<size_t(const char*)>("strlen", std::strlen),
      c_function<const char*(const char*, int)>("strchr", std::strchr),
      c_function<const char*(const char*, int)>("strrchr", std::strrchr),
      c_function<const char*(const char*, const char*)>("strstr", std::strstr),
      c_function<size_t(const char*, const char*)>("strspn", std::strspn),
      c_function<size_t(const char*, const char*)>("strcspn", std::strcspn),
      c_function<char*(char*, const char*)>("strcpy", std::strcpy),
      c_function<char*(char*, const char*, size_t)>("strncpy", std::strncpy),
      c_function<char*(char*, const char*)>("strcat", std::strcat),
      c_function<char*(char*, const char*, size_t)>("strncat", std::strncat),
      c_function<int(const void*, const void*, size_t)>("memcmp", std::memcmp),
      c_function<void*(void*, const void*, size_t)>("memcpy", std::memcpy),
      c_function<void*(void*, const void*, size_t)>("memmove", std::memmove),
      c_function<void*(void*, int, size_t)>("memset", std::memset),
      c_function<const void*(const void*, int, size_t)>("memchr", std::memchr),
      c_function<int(char*, const char*, ...)>("sprintf", std::sprintf),
      c_function<int(char*, size_t, const char*, ...)>("snprintf", std::snprintf),
      c_function<int(const char*)>("atoi", std::atoi),
      c_function<long(const char*)>("atol", std::atol),
      c_function<long(const char*, char**, int)>("strtol", std::strtol),
      c_function<unsigned long(const char*, char**, int)>("strtoul", std::strtoul),
      c_function<int(int)>("abs", std::abs),
      c_function<long(long)>("labs", std::labs),
      c_function<int(int)>("isalpha", std::isalpha),
      c_function<int(int)>("isdigit", std::isdigit),
      c_function<int(int)>("isalnum", std::isalnum),
      c_function<int(int)>("isspace", std::isspace),
      c_function<int(int)>("isupper", std::isupper),
      c_function<int(int)>("islower", std::islower),
      c_function<int(int)>("ispunct", std::ispunct),
      c_function<int(int)>("isprint", std::isprint),
      c_function<int(int)>("isxdigit", std::isxdigit),
      c_function<int(int)>("toupper", std::toupper),
      c_function<int(int)>("tolower", std::tolower),
  };
}

}  // namespace assay::metal
