// string.h: copying, filling and comparing.
#include <algorithm>
#include <cstring>

#include "engines/interpreter/libc_tables.h"

namespace assay::interpreter {
namespace {

using semantics::CallAnswer;

// Where copying something of the first argument's place gives back.
enum class Gives { Begin, End };

template <Gives kGives>
CallAnswer copy_apart(LibraryCall& call) {
  uint64_t to = call.word(0), from = call.word(1), bytes = call.word(2);
  // Equal addresses are no overlap that any implementation minds: compilers copy structs so.
  if (to != from && !call.apart(to, from, bytes)) return call.stop();
  if (!call.copy(to, from, bytes)) return call.stop();
  return call.number(kGives == Gives::End ? to + bytes : to);
}

CallAnswer move(LibraryCall& call) {
  if (!call.copy(call.word(0), call.word(1), call.word(2))) return call.stop();
  return call.number(call.word(0));
}

CallAnswer old_move(LibraryCall& call) {
  return call.copy(call.word(1), call.word(0), call.word(2)) ? call.none() : call.stop();
}

CallAnswer set(LibraryCall& call) {
  if (!call.fill(call.word(0), call.word(2), static_cast<uint8_t>(call.word(1)))) {
    return call.stop();
  }
  return call.number(call.word(0));
}

CallAnswer zero(LibraryCall& call) {
  return call.fill(call.word(0), call.word(1), 0) ? call.none() : call.stop();
}

CallAnswer copy_until(LibraryCall& call) {  // memccpy
  uint64_t to = call.word(0), from = call.word(1), limit = call.word(3);
  auto last = static_cast<uint8_t>(call.word(2));
  ByteReader in(call, from);
  for (uint64_t i = 0; i < limit; ++i) {
    uint8_t byte = in.next();
    if (in.failed() || !call.write(to + i, &byte, 1)) return call.stop();
    if (byte == last) return call.number(to + i + 1);
  }
  return call.number(0);
}

/// Byte by byte up to the first difference: what stands behind it need not be readable.
template <bool kIsText, bool kIgnoresCase = false>
CallAnswer compare_up_to(LibraryCall& call, uint64_t limit) {
  ByteReader a(call, call.word(0)), b(call, call.word(1));
  for (uint64_t i = 0; i < limit; ++i) {
    int left = a.next(), right = b.next();
    if (a.failed() || b.failed()) return call.stop();
    if (kIgnoresCase) {
      if (left >= 'A' && left <= 'Z') left += 'a' - 'A';
      if (right >= 'A' && right <= 'Z') right += 'a' - 'A';
    }
    if (left != right) return call.number(static_cast<uint64_t>(int64_t{left} - right));
    if (kIsText && left == 0) break;
  }
  return call.number(0);
}

CallAnswer compare_memory(LibraryCall& call) { return compare_up_to<false>(call, call.word(2)); }
CallAnswer compare_text(LibraryCall& call) { return compare_up_to<true>(call, UINT64_MAX); }
CallAnswer compare_prefix(LibraryCall& call) { return compare_up_to<true>(call, call.word(2)); }
CallAnswer compare_ignoring_case(LibraryCall& call) {
  return compare_up_to<true, true>(call, UINT64_MAX);
}
CallAnswer compare_prefix_ignoring_case(LibraryCall& call) {
  return compare_up_to<true, true>(call, call.word(2));
}

CallAnswer length(LibraryCall& call) {
  std::optional<std::string> text = call.text(call.word(0));
  return text ? call.number(text->size()) : call.stop();
}

CallAnswer bounded_length(LibraryCall& call) {
  std::optional<std::string> text = call.text(call.word(0), call.word(1));
  return text ? call.number(text->size()) : call.stop();
}

/// Writes text and terminator, which must not stand in what is read.
bool put_text(LibraryCall& call, uint64_t to, uint64_t from, const std::string& text) {
  return call.apart(to, from, text.size() + 1) && call.write(to, text.c_str(), text.size() + 1);
}

template <Gives kGives>
CallAnswer copy_text(LibraryCall& call) {
  uint64_t to = call.word(0);
  std::optional<std::string> text = call.text(call.word(1));
  if (!text || !put_text(call, to, call.word(1), *text)) return call.stop();
  return call.number(kGives == Gives::End ? to + text->size() : to);
}

template <Gives kGives>
CallAnswer copy_bounded_text(LibraryCall& call) {
  uint64_t to = call.word(0), limit = call.word(2);
  std::optional<std::string> text = call.text(call.word(1), limit);
  if (!text) return call.stop();
  bool ok = call.apart(to, call.word(1), text->size()) && call.write(to, *text) &&
            call.fill(to + text->size(), limit - text->size(), 0);
  if (!ok) return call.stop();
  return call.number(kGives == Gives::End ? to + text->size() : to);
}

CallAnswer append(LibraryCall& call) {
  std::optional<std::string> head = call.text(call.word(0));
  std::optional<std::string> tail = head ? call.text(call.word(1)) : std::nullopt;
  if (!tail || !put_text(call, call.word(0) + head->size(), call.word(1), *tail)) {
    return call.stop();
  }
  return call.number(call.word(0));
}

CallAnswer append_bounded(LibraryCall& call) {
  std::optional<std::string> head = call.text(call.word(0));
  std::optional<std::string> tail = head ? call.text(call.word(1), call.word(2)) : std::nullopt;
  if (!tail || !call.write(call.word(0) + head->size(), tail->c_str(), tail->size() + 1)) {
    return call.stop();
  }
  return call.number(call.word(0));
}

CallAnswer copy_sized(LibraryCall& call) {  // strlcpy
  std::optional<std::string> text = call.text(call.word(1));
  if (!text) return call.stop();
  uint64_t room = call.word(2);
  std::string kept = text->substr(0, room ? room - 1 : 0);
  if (room && !call.write(call.word(0), kept.c_str(), kept.size() + 1)) return call.stop();
  return call.number(text->size());
}

CallAnswer append_sized(LibraryCall& call) {  // strlcat
  uint64_t room = call.word(2);
  std::optional<std::string> head = call.text(call.word(0), room);
  std::optional<std::string> tail = head ? call.text(call.word(1)) : std::nullopt;
  if (!tail) return call.stop();
  if (head->size() < room) {
    std::string kept = tail->substr(0, room - head->size() - 1);
    if (!call.write(call.word(0) + head->size(), kept.c_str(), kept.size() + 1)) {
      return call.stop();
    }
  }
  return call.number(head->size() + tail->size());
}

CallAnswer transform(LibraryCall& call) {  // strxfrm: the C locale changes nothing
  std::optional<std::string> text = call.text(call.word(1));
  if (!text) return call.stop();
  uint64_t room = call.word(2);
  bool fits = text->size() < room;
  if (room && !call.write(call.word(0), text->c_str(), fits ? text->size() + 1 : room)) {
    return call.stop();
  }
  return call.number(text->size());
}

CallAnswer error_text(LibraryCall& call) {
  constexpr size_t kRoom = 128;
  std::string text = std::strerror(call.int_word(0));
  text.resize(std::min(text.size(), kRoom - 1));
  uint64_t address = call.library.static_address("strerror", kRoom);
  if (!call.write(address, text.c_str(), text.size() + 1)) return call.stop();
  return call.number(address);
}

constexpr LibraryEntry kFunctions[] = {
    {"memcpy", copy_apart<Gives::Begin>},
    {"mempcpy", copy_apart<Gives::End>},
    {"__memcpy_chk", copy_apart<Gives::Begin>},
    {"__mempcpy_chk", copy_apart<Gives::End>},
    {"memmove", move},
    {"__memmove_chk", move},
    {"bcopy", old_move},
    {"memset", set},
    {"__memset_chk", set},
    {"bzero", zero},
    {"explicit_bzero", zero},
    {"memccpy", copy_until},
    {"memcmp", compare_memory},
    {"bcmp", compare_memory},
    {"strcmp", compare_text},
    {"strcoll", compare_text},
    {"strncmp", compare_prefix},
    {"strcasecmp", compare_ignoring_case},
    {"strncasecmp", compare_prefix_ignoring_case},
    {"strlen", length},
    {"strnlen", bounded_length},
    {"strcpy", copy_text<Gives::Begin>},
    {"__strcpy_chk", copy_text<Gives::Begin>},
    {"stpcpy", copy_text<Gives::End>},
    {"__stpcpy_chk", copy_text<Gives::End>},
    {"strncpy", copy_bounded_text<Gives::Begin>},
    {"__strncpy_chk", copy_bounded_text<Gives::Begin>},
    {"stpncpy", copy_bounded_text<Gives::End>},
    {"__stpncpy_chk", copy_bounded_text<Gives::End>},
    {"strcat", append},
    {"__strcat_chk", append},
    {"strncat", append_bounded},
    {"__strncat_chk", append_bounded},
    {"strlcpy", copy_sized},
    {"strlcat", append_sized},
    {"strxfrm", transform},
    {"strerror", error_text},
};

}  // namespace

std::span<const LibraryEntry> string_functions() { return kFunctions; }

}  // namespace assay::interpreter
