// string.h: searching and splitting.
#include <string>

#include "engines/interpreter/libc_tables.h"

namespace assay::interpreter {
namespace {

using semantics::CallAnswer;

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 'a' - 'A') : c; }

CallAnswer find_in_memory(LibraryCall& call) {
  ByteReader bytes(call, call.word(0));
  for (uint64_t i = 0; i < call.word(2); ++i) {
    uint8_t byte = bytes.next();
    if (bytes.failed()) return call.stop();
    if (byte == static_cast<uint8_t>(call.word(1))) return call.number(call.word(0) + i);
  }
  return call.number(0);
}

CallAnswer find_unbounded(LibraryCall& call) {  // rawmemchr
  ByteReader bytes(call, call.word(0));
  for (uint64_t i = 0;; ++i) {
    uint8_t byte = bytes.next();
    if (bytes.failed()) return call.stop();
    if (byte == static_cast<uint8_t>(call.word(1)) || i > call.state().memory.largest()) {
      return call.number(call.word(0) + i);
    }
  }
}

CallAnswer find_last_in_memory(LibraryCall& call) {
  std::optional<std::string> bytes = call.bytes(call.word(0), call.word(2));
  if (!bytes) return call.stop();
  size_t at = bytes->rfind(static_cast<char>(call.word(1)));
  return call.number(at == std::string::npos ? 0 : call.word(0) + at);
}

template <bool kOrEnd>
CallAnswer find_character(LibraryCall& call) {
  ByteReader bytes(call, call.word(0));
  for (uint64_t i = 0;; ++i) {
    uint8_t byte = bytes.next();
    if (bytes.failed()) return call.stop();
    if (byte == static_cast<uint8_t>(call.word(1))) return call.number(call.word(0) + i);
    if (byte == 0) return call.number(kOrEnd ? call.word(0) + i : 0);
  }
}

CallAnswer find_last_character(LibraryCall& call) {
  std::optional<std::string> text = call.text(call.word(0));
  if (!text) return call.stop();
  text->push_back('\0');  // which can be looked for, too
  size_t at = text->rfind(static_cast<char>(call.word(1)));
  return call.number(at == std::string::npos ? 0 : call.word(0) + at);
}

template <bool kIgnoresCase>
CallAnswer find_text(LibraryCall& call) {
  std::optional<std::string> text = call.text(call.word(0));
  std::optional<std::string> part = text ? call.text(call.word(1)) : std::nullopt;
  if (!part) return call.stop();
  if (kIgnoresCase) {
    for (char& c : *text) c = lower(c);
    for (char& c : *part) c = lower(c);
  }
  size_t at = text->find(*part);
  return call.number(at == std::string::npos ? 0 : call.word(0) + at);
}

CallAnswer find_bytes(LibraryCall& call) {  // memmem
  std::optional<std::string> bytes = call.bytes(call.word(0), call.word(1));
  std::optional<std::string> part = bytes ? call.bytes(call.word(2), call.word(3)) : std::nullopt;
  if (!part) return call.stop();
  size_t at = bytes->find(*part);
  return call.number(at == std::string::npos ? 0 : call.word(0) + at);
}

enum class Span { While, Until, Break };

template <Span kSpan>
CallAnswer span_of(LibraryCall& call) {
  std::optional<std::string> text = call.text(call.word(0));
  std::optional<std::string> set = text ? call.text(call.word(1)) : std::nullopt;
  if (!set) return call.stop();
  size_t end = kSpan == Span::While ? text->find_first_not_of(*set) : text->find_first_of(*set);
  if (kSpan == Span::Break) {
    return call.number(end == std::string::npos ? 0 : call.word(0) + end);
  }
  return call.number(end == std::string::npos ? text->size() : end);
}

/// The next token from `from` on; `rest` is where the one after it is looked for, 0: nowhere.
/// None where the program ends.
std::optional<uint64_t> next_token(LibraryCall& call, uint64_t from, uint64_t separators,
                                   uint64_t& rest) {
  std::optional<std::string> text = call.text(from);
  std::optional<std::string> set = text ? call.text(separators) : std::nullopt;
  if (!set) return std::nullopt;
  size_t begin = text->find_first_not_of(*set);
  if (begin == std::string::npos) {
    rest = from + text->size();
    return 0;
  }
  size_t end = text->find_first_of(*set, begin);
  if (end == std::string::npos) {
    rest = from + text->size();
  } else {
    if (!call.write(from + end, "", 1)) return std::nullopt;
    rest = from + end + 1;
  }
  return from + begin;
}

CallAnswer split(LibraryCall& call) {  // strtok
  uint64_t from = call.word(0) ? call.word(0) : call.library.token_rest;
  if (from == 0) return call.number(0);
  std::optional<uint64_t> token = next_token(call, from, call.word(1), call.library.token_rest);
  return token ? call.number(*token) : call.stop();
}

CallAnswer split_reentrantly(LibraryCall& call) {  // strtok_r
  uint64_t from = call.word(0);
  if (from == 0) {
    std::optional<uint64_t> kept = call.load_pointer(call.word(2));
    if (!kept) return call.stop();
    from = *kept;
  }
  if (from == 0) return call.number(0);
  uint64_t rest = 0;
  std::optional<uint64_t> token = next_token(call, from, call.word(1), rest);
  if (!token || !call.store_pointer(call.word(2), rest)) return call.stop();
  return call.number(*token);
}

CallAnswer split_at_each(LibraryCall& call) {  // strsep
  std::optional<uint64_t> from = call.load_pointer(call.word(0));
  if (!from) return call.stop();
  if (*from == 0) return call.number(0);
  std::optional<std::string> text = call.text(*from);
  std::optional<std::string> set = text ? call.text(call.word(1)) : std::nullopt;
  if (!set) return call.stop();
  size_t end = text->find_first_of(*set);
  uint64_t rest = 0;
  if (end != std::string::npos) {
    if (!call.write(*from + end, "", 1)) return call.stop();
    rest = *from + end + 1;
  }
  return call.store_pointer(call.word(0), rest) ? call.number(*from) : call.stop();
}

constexpr LibraryEntry kFunctions[] = {
    {"memchr", find_in_memory},
    {"rawmemchr", find_unbounded},
    {"memrchr", find_last_in_memory},
    {"strchr", find_character<false>},
    {"index", find_character<false>},
    {"strchrnul", find_character<true>},
    {"strrchr", find_last_character},
    {"rindex", find_last_character},
    {"strstr", find_text<false>},
    {"strcasestr", find_text<true>},
    {"memmem", find_bytes},
    {"strspn", span_of<Span::While>},
    {"strcspn", span_of<Span::Until>},
    {"strpbrk", span_of<Span::Break>},
    {"strtok", split},
    {"strtok_r", split_reentrantly},
    {"__strtok_r", split_reentrantly},
    {"strsep", split_at_each},
};

}  // namespace

std::span<const LibraryEntry> search_functions() { return kFunctions; }

}  // namespace assay::interpreter
