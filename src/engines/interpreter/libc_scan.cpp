// The scanf family.
#include <algorithm>
#include <bitset>
#include <cctype>
#include <cerrno>
#include <cstdlib>

#include "engines/interpreter/libc_streams.h"
#include "engines/interpreter/libc_tables.h"
#include "engines/interpreter/libc_varargs.h"

namespace assay::interpreter {
namespace {

using logic::Term;
using semantics::CallAnswer;

struct Directive {
  bool suppressed = false;
  uint64_t width = UINT64_MAX;
  uint32_t bytes = 4;  // of the integer
  bool is_long = false;
  bool is_long_double = false;
  char kind = 0;
  std::bitset<256> set;  // `[`
};

enum class Step { Ok, Mismatch, End, Ended };  // Ended: the program

class Scanner {
 public:
  Scanner(LibraryCall& call, CharacterSource source, std::string format, VarArgs arguments)
      : call_(call),
        source_(source),
        format_(std::move(format)),
        arguments_(arguments),
        types_(call) {}

  CallAnswer run();

 private:
  Directive read_directive();
  void read_set(Directive& directive);
  Step convert(const Directive& directive);
  Step convert_integer(const Directive& directive);
  Step convert_real(const Directive& directive);
  Step convert_text(const Directive& directive);
  Step store_text(const Directive& directive, const std::string& text, bool terminated);
  void skip_blanks();
  char peek() const { return at_ < format_.size() ? format_[at_] : '\0'; }

  LibraryCall& call_;
  CharacterSource source_;
  std::string format_;
  VarArgs arguments_;
  FormatTypes types_;
  size_t at_ = 0;
  int assigned_ = 0;
};

void Scanner::skip_blanks() {
  int c;
  while ((c = source_.get()) != EOF && std::isspace(c)) continue;
  source_.unget(c);
}

void Scanner::read_set(Directive& directive) {
  bool inverted = peek() == '^';
  if (inverted) ++at_;
  for (bool first = true; at_ < format_.size() && (first || format_[at_] != ']'); first = false) {
    auto low = static_cast<unsigned char>(format_[at_++]);
    auto high = low;
    bool is_range = peek() == '-' && at_ + 1 < format_.size() && format_[at_ + 1] != ']';
    if (is_range) {
      high = static_cast<unsigned char>(format_[at_ + 1]);
      at_ += 2;
    }
    for (unsigned c = low; c <= high; ++c) directive.set.set(c);
  }
  if (at_ < format_.size()) ++at_;
  if (inverted) directive.set.flip();
}

Directive Scanner::read_directive() {
  Directive directive;
  if (peek() == '*') {
    directive.suppressed = true;
    ++at_;
  }
  uint64_t width = 0;
  while (peek() >= '0' && peek() <= '9') {
    width = std::min<uint64_t>(width * 10 + static_cast<uint64_t>(format_[at_++] - '0'), 1u << 30);
  }
  if (width > 0) directive.width = width;
  for (bool more = true; more;) {
    switch (peek()) {
      case 'h':
        directive.bytes = directive.bytes == 2 ? 1 : 2;
        break;
      case 'l':
        directive.bytes = directive.is_long ? 8 : call_.pointer_bytes();
        directive.is_long = true;
        break;
      case 'q':
      case 'j':
        directive.bytes = 8;
        break;
      case 'z':
      case 't':
        directive.bytes = call_.pointer_bytes();
        break;
      case 'L':
        directive.is_long_double = true;
        directive.bytes = 8;
        break;
      default:
        more = false;
        break;
    }
    if (more) ++at_;
  }
  directive.kind = peek();
  if (at_ < format_.size()) ++at_;
  if (directive.kind == '[') read_set(directive);
  return directive;
}

/// The longest text that is the beginning of a number in some base.
std::string integer_text(CharacterSource& source, uint64_t width, int& base) {
  std::string text;
  auto take = [&](auto accepts) {
    if (text.size() >= width) return false;
    int c = source.get();
    if (c != EOF && accepts(c)) {
      text += static_cast<char>(c);
      return true;
    }
    source.unget(c);
    return false;
  };
  take([](int c) { return c == '+' || c == '-'; });
  bool zero = take([](int c) { return c == '0'; });
  if (zero && (base == 0 || base == 16) && take([](int c) { return c == 'x' || c == 'X'; })) {
    base = 16;
  } else if (base == 0) {
    base = zero ? 8 : 10;
  }
  while (take([&](int c) {
    int digit = std::isdigit(c) ? c - '0' : std::isalpha(c) ? std::tolower(c) - 'a' + 10 : 99;
    return digit < base;
  })) {
  }
  return text;
}

Step Scanner::convert_integer(const Directive& directive) {
  int base = directive.kind == 'i'                                                     ? 0
             : directive.kind == 'x' || directive.kind == 'X' || directive.kind == 'p' ? 16
             : directive.kind == 'o'                                                   ? 8
                                                                                       : 10;
  std::string text = integer_text(source_, directive.width, base);
  if (text.empty()) {
    int c = source_.get();
    source_.unget(c);
    return c == EOF ? Step::End : Step::Mismatch;
  }
  bool has_digit =
      std::any_of(text.begin(), text.end(), [](unsigned char c) { return std::isxdigit(c) != 0; });
  if (!has_digit) return Step::Mismatch;
  if (directive.suppressed) return Step::Ok;
  bool is_signed = directive.kind == 'd' || directive.kind == 'i';
  uint64_t value = is_signed ? static_cast<uint64_t>(std::strtoll(text.c_str(), nullptr, base))
                             : std::strtoull(text.c_str(), nullptr, base);
  Term to = arguments_.next(types_.pointer);
  uint32_t bytes = directive.kind == 'p' ? call_.pointer_bytes() : directive.bytes;
  if (to.is_null() || !call_.store(to.bits(), bytes, value)) return Step::Ended;
  ++assigned_;
  return Step::Ok;
}

/// inf, infinity and nan.
bool is_part_of_word(std::string word, int next) {
  word += static_cast<char>(std::tolower(next));
  return std::string_view("infinity").starts_with(word) ||
         std::string_view("nan").starts_with(word);
}

/// What strtod would take, as far as one character of look-ahead tells.
std::string real_text(CharacterSource& source, uint64_t width) {
  std::string text;
  bool seen_point = false, seen_exponent = false, is_hex = false;
  while (text.size() < width) {
    int c = source.get();
    bool after_exponent =
        !text.empty() && seen_exponent &&
        std::tolower(static_cast<unsigned char>(text.back())) == (is_hex ? 'p' : 'e');
    bool takes = false;
    size_t unsigned_at = std::min(text.find_first_not_of("+-"), text.size());
    if (unsigned_at < text.size() && (text[unsigned_at] == 'i' || text[unsigned_at] == 'n')) {
      takes = c != EOF && is_part_of_word(text.substr(unsigned_at), c);
    } else if (c == '+' || c == '-') {
      takes = text.empty() || after_exponent;
    } else if (c == '.') {
      takes = !seen_point && !seen_exponent;
      seen_point = true;
    } else if (c == 'x' || c == 'X') {
      takes = !is_hex && (text == "0" || text == "+0" || text == "-0");
      is_hex = is_hex || takes;
    } else if (c != EOF && std::tolower(c) == (is_hex ? 'p' : 'e')) {
      takes = !seen_exponent && !text.empty();
      seen_exponent = true;
    } else if (c != EOF && (std::isdigit(c) || (is_hex && !seen_exponent && std::isxdigit(c)))) {
      takes = true;
    } else if (c != EOF && unsigned_at == text.size()) {
      takes = is_part_of_word("", c);
    }
    if (!takes) {
      source.unget(c);
      break;
    }
    text += static_cast<char>(std::tolower(c));
  }
  return text;
}

Step Scanner::convert_real(const Directive& directive) {
  std::string text = real_text(source_, directive.width);
  if (text.empty()) {
    int c = source_.get();
    source_.unget(c);
    return c == EOF ? Step::End : Step::Mismatch;
  }
  char* end = nullptr;
  long double value = directive.is_long_double ? std::strtold(text.c_str(), &end)
                      : directive.is_long      ? std::strtod(text.c_str(), &end)
                                               : std::strtof(text.c_str(), &end);
  // glibc goes back behind an exponent without digits, but not behind `0x` or half a word.
  bool is_half = *end != '\0' && (text.find('i') != text.npos || std::string_view(end) == "x");
  if (end == text.c_str() || is_half) return Step::Mismatch;
  if (directive.suppressed) return Step::Ok;
  Term to = arguments_.next(types_.pointer);
  if (to.is_null()) return Step::Ended;
  semantics::ValueType single{.shape = semantics::Shape::Float,
                              .format = logic::FloatFormat::Single,
                              .width = 32,
                              .accessed = 4,
                              .bytes = 4,
                              .alignment = 4};
  const semantics::ValueType& type = directive.is_long_double ? types_.long_real
                                     : directive.is_long      ? types_.real
                                                              : single;
  if (!call_.store_real(to.bits(), type, value)) return Step::Ended;
  ++assigned_;
  return Step::Ok;
}

Step Scanner::store_text(const Directive& directive, const std::string& text, bool terminated) {
  if (directive.suppressed) return Step::Ok;
  Term to = arguments_.next(types_.pointer);
  if (to.is_null() || !call_.write(to.bits(), text.c_str(), text.size() + (terminated ? 1 : 0))) {
    return Step::Ended;
  }
  ++assigned_;
  return Step::Ok;
}

Step Scanner::convert_text(const Directive& directive) {
  std::string text;
  uint64_t width = directive.width;
  if (directive.kind == 'c' && width == UINT64_MAX) width = 1;
  int c = 0;
  while (text.size() < width && (c = source_.get()) != EOF) {
    bool takes =
        directive.kind == 'c' ||
        (directive.kind == '[' ? directive.set.test(static_cast<size_t>(c)) : !std::isspace(c));
    if (!takes) {
      source_.unget(c);
      break;
    }
    text += static_cast<char>(c);
  }
  // At the end of the input glibc takes fewer characters than `%3c` says.
  if (text.empty()) {
    return c == EOF ? Step::End : Step::Mismatch;
  }
  return store_text(directive, text, directive.kind != 'c');
}

Step Scanner::convert(const Directive& directive) {
  bool skips = directive.kind != 'c' && directive.kind != '[' && directive.kind != 'n';
  if (skips) skip_blanks();
  switch (directive.kind) {
    case 'd':
    case 'i':
    case 'u':
    case 'x':
    case 'X':
    case 'o':
    case 'p':
      return convert_integer(directive);
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
      return convert_real(directive);
    case 's':
    case 'c':
    case '[':
      return convert_text(directive);
    case 'n': {
      if (directive.suppressed) return Step::Ok;
      Term to = arguments_.next(types_.pointer);
      bool ok = !to.is_null() && call_.store(to.bits(), directive.bytes, source_.taken());
      return ok ? Step::Ok : Step::Ended;
    }
    case '%': {
      int c = source_.get();
      if (c == '%') return Step::Ok;
      source_.unget(c);
      return c == EOF ? Step::End : Step::Mismatch;
    }
    default:
      call_.machine.report("illegal-argument", "the format has a conversion that does not exist",
                           call_.node);
      return Step::Mismatch;
  }
}

CallAnswer Scanner::run() {
  Step step = Step::Ok;
  while (at_ < format_.size() && step == Step::Ok) {
    char c = format_[at_++];
    if (std::isspace(static_cast<unsigned char>(c))) {
      skip_blanks();
    } else if (c == '%') {
      step = convert(read_directive());
    } else {
      int got = source_.get();
      if (got != static_cast<unsigned char>(c)) {
        source_.unget(got);
        step = got == EOF ? Step::End : Step::Mismatch;
      }
    }
  }
  if (step == Step::Ended) return call_.stop();
  if (step == Step::End && assigned_ == 0) return call_.number(UINT64_MAX);
  return call_.number(static_cast<uint64_t>(assigned_));
}

enum class Given { Arguments, List };

template <Given kGiven>
CallAnswer scan(LibraryCall& call, CharacterSource source, size_t format_index) {
  std::optional<std::string> format = call.text(call.word(format_index));
  if (!format) return call.stop();
  VarArgs arguments = kGiven == Given::List ? VarArgs::of_list(call, format_index + 1)
                                            : VarArgs::of_call(call, format_index + 1);
  return Scanner(call, source, std::move(*format), arguments).run();
}

template <Given kGiven>
CallAnswer from_standard(LibraryCall& call) {
  return scan<kGiven>(call, CharacterSource(stdin), 0);
}

template <Given kGiven>
CallAnswer from_stream(LibraryCall& call) {
  std::FILE* stream = call.library.streams->find(call, call.word(0));
  if (stream) return scan<kGiven>(call, CharacterSource(stream), 1);
  return call.evaluator().failed() ? call.stop() : call.failure(EBADF, UINT64_MAX);
}

template <Given kGiven>
CallAnswer from_text(LibraryCall& call) {
  std::optional<std::string> text = call.text(call.word(0));
  return text ? scan<kGiven>(call, CharacterSource(*text), 1) : call.stop();
}

constexpr LibraryEntry kFunctions[] = {
    {"scanf", from_standard<Given::Arguments>},
    {"vscanf", from_standard<Given::List>},
    {"fscanf", from_stream<Given::Arguments>},
    {"vfscanf", from_stream<Given::List>},
    {"sscanf", from_text<Given::Arguments>},
    {"vsscanf", from_text<Given::List>},
    {"__isoc99_scanf", from_standard<Given::Arguments>},
    {"__isoc99_vscanf", from_standard<Given::List>},
    {"__isoc99_fscanf", from_stream<Given::Arguments>},
    {"__isoc99_vfscanf", from_stream<Given::List>},
    {"__isoc99_sscanf", from_text<Given::Arguments>},
    {"__isoc99_vsscanf", from_text<Given::List>},
    {"__isoc23_scanf", from_standard<Given::Arguments>},
    {"__isoc23_fscanf", from_stream<Given::Arguments>},
    {"__isoc23_sscanf", from_text<Given::Arguments>},
};

}  // namespace

std::span<const LibraryEntry> scan_functions() { return kFunctions; }

}  // namespace assay::interpreter
