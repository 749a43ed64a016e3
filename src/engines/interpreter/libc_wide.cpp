// wchar.h and the multibyte functions of stdlib.h, in the C locale with UTF-32 wide characters.
#include <wctype.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <type_traits>

#include "engines/interpreter/libc_heap.h"
#include "engines/interpreter/libc_host.h"
#include "engines/interpreter/libc_tables.h"

namespace assay::interpreter {
namespace {

using semantics::CallAnswer;

constexpr uint64_t kUnit = 4;

bool put(LibraryCall& call, uint64_t to, const std::u32string& text) {
  for (size_t i = 0; i < text.size(); ++i) {
    if (!call.store(to + i * kUnit, kUnit, text[i])) return false;
  }
  return true;
}

CallAnswer length(LibraryCall& call) {
  std::optional<std::u32string> text = call.wide_text(call.word(0));
  return text ? call.number(text->size()) : call.stop();
}

CallAnswer copy(LibraryCall& call) {
  std::optional<std::u32string> text = call.wide_text(call.word(1));
  if (!text || !put(call, call.word(0), *text + U'\0')) return call.stop();
  return call.number(call.word(0));
}

CallAnswer copy_bounded(LibraryCall& call) {
  std::optional<std::u32string> text = call.wide_text(call.word(1), call.word(2));
  if (!text) return call.stop();
  uint64_t rest = (call.word(2) - text->size()) * kUnit;
  bool ok =
      put(call, call.word(0), *text) && call.fill(call.word(0) + text->size() * kUnit, rest, 0);
  return ok ? call.number(call.word(0)) : call.stop();
}

template <bool kIsBounded>
CallAnswer append(LibraryCall& call) {
  std::optional<std::u32string> head = call.wide_text(call.word(0));
  std::optional<std::u32string> tail =
      head ? call.wide_text(call.word(1), kIsBounded ? call.word(2) : UINT64_MAX) : std::nullopt;
  if (!tail || !put(call, call.word(0) + head->size() * kUnit, *tail + U'\0')) return call.stop();
  return call.number(call.word(0));
}

template <bool kIsText>
CallAnswer compare_up_to(LibraryCall& call, uint64_t limit) {
  for (uint64_t i = 0; i < limit; ++i) {
    std::optional<uint64_t> a = call.load(call.word(0) + i * kUnit, kUnit);
    std::optional<uint64_t> b = a ? call.load(call.word(1) + i * kUnit, kUnit) : std::nullopt;
    if (!b) return call.stop();
    if (*a != *b) {
      bool less = static_cast<int32_t>(*a) < static_cast<int32_t>(*b);
      return call.number(less ? UINT64_MAX : 1);
    }
    if (kIsText && *a == 0) break;
  }
  return call.number(0);
}
CallAnswer compare(LibraryCall& call) { return compare_up_to<true>(call, UINT64_MAX); }
CallAnswer compare_bounded(LibraryCall& call) { return compare_up_to<true>(call, call.word(2)); }
CallAnswer compare_memory(LibraryCall& call) { return compare_up_to<false>(call, call.word(2)); }

template <bool kIsLast>
CallAnswer find(LibraryCall& call) {
  std::optional<std::u32string> text = call.wide_text(call.word(0));
  if (!text) return call.stop();
  text->push_back(0);
  auto wanted = static_cast<char32_t>(call.word(1));
  size_t at = kIsLast ? text->rfind(wanted) : text->find(wanted);
  return call.number(at == std::u32string::npos ? 0 : call.word(0) + at * kUnit);
}

CallAnswer find_in_memory(LibraryCall& call) {
  for (uint64_t i = 0; i < call.word(2); ++i) {
    std::optional<uint64_t> unit = call.load(call.word(0) + i * kUnit, kUnit);
    if (!unit) return call.stop();
    if (*unit == static_cast<uint32_t>(call.word(1))) {
      return call.number(call.word(0) + i * kUnit);
    }
  }
  return call.number(0);
}

CallAnswer find_text(LibraryCall& call) {
  std::optional<std::u32string> text = call.wide_text(call.word(0));
  std::optional<std::u32string> part = text ? call.wide_text(call.word(1)) : std::nullopt;
  if (!part) return call.stop();
  size_t at = text->find(*part);
  return call.number(at == std::u32string::npos ? 0 : call.word(0) + at * kUnit);
}

enum class Span { Of, Without, Break };

/// wcsspn, wcscspn, wcspbrk.
template <Span kSpan>
CallAnswer span(LibraryCall& call) {
  std::optional<std::u32string> text = call.wide_text(call.word(0));
  std::optional<std::u32string> set = text ? call.wide_text(call.word(1)) : std::nullopt;
  if (!set) return call.stop();
  size_t at = kSpan == Span::Of ? text->find_first_not_of(*set) : text->find_first_of(*set);
  bool is_found = at != std::u32string::npos;
  if (kSpan == Span::Break) return call.number(is_found ? call.word(0) + at * kUnit : 0);
  return call.number(is_found ? at : text->size());
}

CallAnswer bounded_length(LibraryCall& call) {  // wcsnlen
  std::optional<std::u32string> text = call.wide_text(call.word(0), call.word(1));
  return text ? call.number(text->size()) : call.stop();
}

CallAnswer duplicate(LibraryCall& call) {  // wcsdup
  std::optional<std::u32string> text = call.wide_text(call.word(0));
  if (!text) return call.stop();
  uint64_t bytes = (text->size() + 1) * kUnit;
  uint64_t block = allocate(call, bytes, memory::Background::Indeterminate);
  if (block != 0 && !put(call, block, *text + U'\0')) return call.stop();
  return call.number(block);
}

/// wcstok(text, delimiters, state): what is left of the text is kept in the program's variable.
CallAnswer next_token(LibraryCall& call) {
  std::optional<uint64_t> begin =
      call.word(0) != 0 ? std::optional(call.word(0)) : call.load_pointer(call.word(2));
  if (!begin) return call.stop();
  if (*begin == 0) return call.number(0);
  std::optional<std::u32string> text = call.wide_text(*begin);
  std::optional<std::u32string> set = text ? call.wide_text(call.word(1)) : std::nullopt;
  if (!set) return call.stop();
  size_t first = text->find_first_not_of(*set);
  bool is_found = first != std::u32string::npos;
  size_t end = is_found ? text->find_first_of(*set, first) : std::u32string::npos;
  bool has_more = end != std::u32string::npos;
  if (has_more && !call.store(*begin + end * kUnit, kUnit, 0)) return call.stop();
  if (!call.store_pointer(call.word(2), has_more ? *begin + (end + 1) * kUnit : 0))
    return call.stop();
  return call.number(is_found ? *begin + first * kUnit : 0);
}

/// wcstol and its like: characters past ASCII end a number, as letters do.
template <auto kFunction>
CallAnswer number_of(LibraryCall& call) {
  std::optional<std::u32string> wide = call.wide_text(call.word(0));
  if (!wide) return call.stop();
  std::string text;
  for (char32_t unit : *wide) text += unit < 0x80 ? static_cast<char>(unit) : '?';
  char* end = nullptr;
  errno = 0;
  auto value = [&] {
    if constexpr (requires { kFunction("", &end, 0); })
      return kFunction(text.c_str(), &end, call.int_word(2));
    else
      return kFunction(text.c_str(), &end);
  }();
  if (errno != 0) call.set_errno(errno);
  uint64_t used = static_cast<uint64_t>(end - text.c_str());
  if (call.word(1) != 0 && !call.store_pointer(call.word(1), call.word(0) + used * kUnit))
    return call.stop();
  if constexpr (std::is_floating_point_v<decltype(value)>)
    return call.real_number(value);
  else
    return call.number(static_cast<uint64_t>(value));
}

CallAnswer byte_to_wide(LibraryCall& call) {  // btowc; wctob the other way round
  uint64_t unit = call.word(0);
  return call.number(unit < 0x80 ? unit : UINT64_MAX);
}

CallAnswer copy_memory(LibraryCall& call) {
  if (!call.copy(call.word(0), call.word(1), call.word(2) * kUnit)) return call.stop();
  return call.number(call.word(0));
}

CallAnswer fill_memory(LibraryCall& call) {
  if (!call.fill(call.word(0), call.word(2) * kUnit, 0)) return call.stop();
  for (uint64_t i = 0; i < call.word(2); ++i) {
    if (!call.store(call.word(0) + i * kUnit, kUnit, call.word(1))) return call.stop();
  }
  return call.number(call.word(0));
}

CallAnswer from_multibyte(LibraryCall& call) {  // mbstowcs
  std::optional<std::string> text = call.text(call.word(1));
  if (!text) return call.stop();
  for (char c : *text) {
    if (static_cast<unsigned char>(c) >= 0x80) return call.failure(EILSEQ, UINT64_MAX);
  }
  if (call.word(0) == 0) return call.number(text->size());
  std::u32string wide(text->begin(), text->end());
  wide.push_back(0);
  wide.resize(std::min<uint64_t>(wide.size(), call.word(2)));
  if (!put(call, call.word(0), wide)) return call.stop();
  return call.number(std::min<uint64_t>(text->size(), call.word(2)));
}

CallAnswer to_multibyte(LibraryCall& call) {  // wcstombs
  std::optional<std::u32string> wide = call.wide_text(call.word(1));
  if (!wide) return call.stop();
  std::string text;
  for (char32_t unit : *wide) {
    if (unit >= 0x80) return call.failure(EILSEQ, UINT64_MAX);
    text += static_cast<char>(unit);
  }
  if (call.word(0) == 0) return call.number(text.size());
  uint64_t bytes = std::min<uint64_t>(text.size() + 1, call.word(2));
  if (!call.write(call.word(0), text.c_str(), bytes)) return call.stop();
  return call.number(std::min<uint64_t>(text.size(), call.word(2)));
}

/// One character of at most word(2) bytes at word(1), to word(0).
CallAnswer one_from_multibyte(LibraryCall& call) {  // mbtowc
  if (call.word(1) == 0) return call.number(0);
  uint8_t byte = 0;
  if (call.word(2) == 0) return call.number(UINT64_MAX);
  if (!call.read(call.word(1), &byte, 1, Reading::Initialised)) return call.stop();
  if (byte >= 0x80) return call.failure(EILSEQ, UINT64_MAX);
  if (call.word(0) && !call.store(call.word(0), kUnit, byte)) return call.stop();
  return call.number(byte != 0);
}

CallAnswer multibyte_length(LibraryCall& call) {  // mblen
  if (call.word(0) == 0) return call.number(0);
  uint8_t byte = 0;
  if (call.word(1) == 0) return call.number(UINT64_MAX);
  if (!call.read(call.word(0), &byte, 1, Reading::Initialised)) return call.stop();
  return call.number(byte >= 0x80 ? UINT64_MAX : byte != 0);
}

CallAnswer one_to_multibyte(LibraryCall& call) {  // wctomb
  if (call.word(0) == 0) return call.number(0);
  auto unit = static_cast<uint32_t>(call.word(1));
  if (unit >= 0x80) return call.failure(EILSEQ, UINT64_MAX);
  return call.store(call.word(0), 1, unit) ? call.number(1) : call.stop();
}

CallAnswer max_multibyte(LibraryCall& call) { return call.number(1); }

constexpr LibraryEntry kFunctions[] = {
    {"wcslen", length},
    {"wcscpy", copy},
    {"wcsncpy", copy_bounded},
    {"wcscat", append<false>},
    {"wcsncat", append<true>},
    {"wcscmp", compare},
    {"wcscoll", compare},
    {"wcsncmp", compare_bounded},
    {"wmemcmp", compare_memory},
    {"wcschr", find<false>},
    {"wcsrchr", find<true>},
    {"wcsstr", find_text},
    {"wmemchr", find_in_memory},
    {"wmemcpy", copy_memory},
    {"wmemmove", copy_memory},
    {"wmemset", fill_memory},
    {"mbstowcs", from_multibyte},
    {"wcstombs", to_multibyte},
    {"mbtowc", one_from_multibyte},
    {"wctomb", one_to_multibyte},
    {"mblen", multibyte_length},
    {"__ctype_get_mb_cur_max", max_multibyte},
    {"wcsspn", span<Span::Of>},
    {"wcscspn", span<Span::Without>},
    {"wcspbrk", span<Span::Break>},
    {"wcsnlen", bounded_length},
    {"wcsdup", duplicate},
    {"wcstok", next_token},
    {"wcstol", number_of<::strtol>},
    {"wcstoll", number_of<::strtoll>},
    {"wcstoul", number_of<::strtoul>},
    {"wcstoull", number_of<::strtoull>},
    {"wcstod", number_of<::strtod>},
    {"wcstof", number_of<::strtof>},
    {"wcstold", number_of<::strtold>},
    {"btowc", byte_to_wide},
    {"wctob", byte_to_wide},
    {"iswcntrl", by_host<::iswcntrl>},
    {"iswgraph", by_host<::iswgraph>},
    {"iswxdigit", by_host<::iswxdigit>},
    {"iswblank", by_host<::iswblank>},
    {"iswalpha", by_host<::iswalpha>},
    {"iswdigit", by_host<::iswdigit>},
    {"iswalnum", by_host<::iswalnum>},
    {"iswspace", by_host<::iswspace>},
    {"iswupper", by_host<::iswupper>},
    {"iswlower", by_host<::iswlower>},
    {"iswpunct", by_host<::iswpunct>},
    {"iswprint", by_host<::iswprint>},
    {"towupper", by_host<::towupper>},
    {"towlower", by_host<::towlower>},
};

}  // namespace

std::span<const LibraryEntry> wide_functions() { return kFunctions; }

}  // namespace assay::interpreter
