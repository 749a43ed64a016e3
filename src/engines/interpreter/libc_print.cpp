// The printf family.
//
// Each conversion is formatted by the host, from a specification made anew: what the program
// wrote decides flags, width and precision; the value decides the type.
#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>

#include "engines/interpreter/libc_streams.h"
#include "engines/interpreter/libc_tables.h"
#include "engines/interpreter/libc_varargs.h"
#include "logic/build.h"

namespace assay::interpreter {
namespace {

using logic::Term;
using semantics::CallAnswer;

enum class Length : uint8_t { None, Char, Short, Long, LongLong, Pointer, Max, LongDouble };

struct Conversion {
  std::string flags;
  int width = -1;      // -1: none
  int precision = -1;  // likewise
  Length length = Length::None;
  char kind = 0;
};

constexpr int kMaxLength = 1 << 28;  // of one conversion

/// Wide characters as the C locale writes them.
std::optional<std::string> narrowed(const std::optional<std::u32string>& wide) {
  if (!wide) return std::nullopt;
  std::string text;
  for (char32_t unit : *wide) text += unit < 0x80 ? static_cast<char>(unit) : '?';
  return text;
}

class Formatter {
 public:
  Formatter(LibraryCall& call, std::string format, VarArgs arguments)
      : call_(call), format_(std::move(format)), arguments_(arguments), types_(call) {}

  /// None where the program ended.
  std::optional<std::string> run();

 private:
  // Each returns false where the program ended.
  bool read_conversion(Conversion& conversion);
  bool read_position();
  bool read_number(int& number);
  void read_length(Conversion& conversion);
  bool convert(const Conversion& conversion);
  bool convert_integer(const Conversion& conversion);
  bool convert_real(const Conversion& conversion);
  bool convert_text(const Conversion& conversion);
  bool convert_wide_text(const Conversion& conversion, uint64_t address);
  bool store_count(const Conversion& conversion);

  char peek() const { return at_ < format_.size() ? format_[at_] : '\0'; }
  const semantics::ValueType& integer_type(Length length) const;
  template <class T>
  void append(const Conversion& conversion, std::string_view suffix, T value);

  LibraryCall& call_;
  std::string format_;
  VarArgs arguments_;
  FormatTypes types_;
  std::string out_;
  size_t at_ = 0;
};

const semantics::ValueType& Formatter::integer_type(Length length) const {
  switch (length) {
    case Length::Long:
    case Length::Pointer:
      return types_.pointer_sized;
    case Length::LongLong:
    case Length::LongDouble:
    case Length::Max:
      return types_.wide;
    default:
      return types_.narrow;
  }
}

template <class T>
void Formatter::append(const Conversion& conversion, std::string_view suffix, T value) {
  std::string spec = "%" + conversion.flags;
  if (conversion.width >= 0) spec += std::to_string(conversion.width);
  if (conversion.precision >= 0) spec += "." + std::to_string(conversion.precision);
  spec += suffix;
  // The host would write all of it to know how much it is; a text's precision only cuts it.
  int digits = suffix == "s" ? 0 : conversion.precision;
  bool is_long = std::max(conversion.width, digits) > kMaxLength;
  int length = is_long ? -1 : std::snprintf(nullptr, 0, spec.c_str(), value);
  if (length < 0 || length > kMaxLength) {
    call_.unsupported("a conversion of more than 256 MB");
    return;
  }
  size_t begin = out_.size();
  out_.resize(begin + static_cast<size_t>(length) + 1);
  std::snprintf(out_.data() + begin, static_cast<size_t>(length) + 1, spec.c_str(), value);
  out_.pop_back();
}

bool Formatter::read_position() {
  size_t digits = at_;
  while (digits < format_.size() && format_[digits] >= '0' && format_[digits] <= '9') ++digits;
  if (digits == at_ || digits >= format_.size() || format_[digits] != '$') return true;
  size_t position = std::strtoul(format_.c_str() + at_, nullptr, 10);
  at_ = digits + 1;
  if (position > 0 && position <= 4096 && arguments_.go_to(position)) return true;
  call_.unsupported("numbered arguments of a format through a va_list");
  return false;
}

/// A width or precision: digits, or `*`.
bool Formatter::read_number(int& number) {
  if (peek() == '*') {
    ++at_;
    if (!read_position()) return false;
    Term given = arguments_.next(types_.narrow);
    if (given.is_null()) return false;
    number = static_cast<int>(given.signed_bits());
    return true;
  }
  int64_t value = 0;
  while (peek() >= '0' && peek() <= '9') {
    value = std::min<int64_t>(value * 10 + (format_[at_++] - '0'), INT32_MAX);
  }
  number = static_cast<int>(value);
  return true;
}

void Formatter::read_length(Conversion& conversion) {
  auto takes = [&](std::string_view text) {
    if (format_.compare(at_, text.size(), text) != 0) return false;
    at_ += text.size();
    return true;
  };
  conversion.length = takes("hh")                              ? Length::Char
                      : takes("h")                             ? Length::Short
                      : takes("ll")                            ? Length::LongLong
                      : takes("l")                             ? Length::Long
                      : takes("q")                             ? Length::LongLong
                      : takes("j")                             ? Length::Max
                      : takes("z") || takes("Z") || takes("t") ? Length::Pointer
                      : takes("L")                             ? Length::LongDouble
                                                               : Length::None;
}

bool Formatter::read_conversion(Conversion& conversion) {
  if (!read_position()) return false;
  while (peek() != '\0' && std::strchr("-+ #0'I", peek())) conversion.flags += format_[at_++];
  if (peek() == '*' || (peek() >= '1' && peek() <= '9')) {
    if (!read_number(conversion.width)) return false;
    if (conversion.width < 0) {
      conversion.flags += '-';
      conversion.width = -std::max(conversion.width, -INT_MAX);
    }
  }
  if (peek() == '.') {
    ++at_;
    if (!read_number(conversion.precision)) return false;
    conversion.precision = std::max(conversion.precision, -1);
  }
  read_length(conversion);
  conversion.kind = peek();
  if (at_ < format_.size()) ++at_;
  return true;
}

bool Formatter::convert_integer(const Conversion& conversion) {
  Term given = arguments_.next(integer_type(conversion.length));
  if (given.is_null()) return false;
  bool is_signed = conversion.kind == 'd' || conversion.kind == 'i';
  if (conversion.length == Length::Char) given = Term::constant(8, given.bits());
  if (conversion.length == Length::Short) given = Term::constant(16, given.bits());
  std::string suffix = std::string("ll") + conversion.kind;
  if (is_signed) {
    append(conversion, suffix, static_cast<long long>(given.signed_bits()));
  } else {
    append(conversion, suffix, static_cast<unsigned long long>(given.bits()));
  }
  return true;
}

bool Formatter::convert_real(const Conversion& conversion) {
  bool is_long = conversion.length == Length::LongDouble;
  const semantics::ValueType& type = is_long ? types_.long_real : types_.real;
  Term given = arguments_.next(type);
  if (given.is_null()) return false;
  long double value = real_value(call_.machine.pool(), type, given);
  if (is_long) {
    append(conversion, std::string("L") + conversion.kind, value);
  } else {
    append(conversion, std::string(1, conversion.kind), static_cast<double>(value));
  }
  return true;
}

bool Formatter::convert_wide_text(const Conversion& conversion, uint64_t address) {
  uint64_t limit =
      conversion.precision >= 0 ? static_cast<uint64_t>(conversion.precision) : UINT64_MAX;
  std::optional<std::string> text = narrowed(call_.wide_text(address, limit));
  if (!text) return false;
  append(conversion, "s", text->c_str());
  return true;
}

bool Formatter::convert_text(const Conversion& conversion) {
  Term given = arguments_.next(types_.pointer);
  if (given.is_null()) return false;
  if (given.bits() == 0) {
    call_.machine.report("null-deref", "a null pointer is given for a string", call_.node);
    append(conversion, "s", "(null)");
    return true;
  }
  if (conversion.kind == 'S' || conversion.length == Length::Long) {
    return convert_wide_text(conversion, given.bits());
  }
  uint64_t limit =
      conversion.precision >= 0 ? static_cast<uint64_t>(conversion.precision) : UINT64_MAX;
  std::optional<std::string> text = call_.text(given.bits(), limit);
  if (!text) return false;
  append(conversion, "s", text->c_str());
  return true;
}

bool Formatter::store_count(const Conversion& conversion) {
  Term given = arguments_.next(types_.pointer);
  if (given.is_null()) return false;
  auto bytes = static_cast<uint32_t>(conversion.length == Length::Char ? 1
                                     : conversion.length == Length::Short
                                         ? 2
                                         : integer_type(conversion.length).bytes);
  return call_.store(given.bits(), bytes, out_.size());
}

bool Formatter::convert(const Conversion& conversion) {
  switch (conversion.kind) {
    case 'd':
    case 'i':
    case 'u':
    case 'x':
    case 'X':
    case 'o':
      return convert_integer(conversion);
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
      return convert_real(conversion);
    case 's':
    case 'S':
      return convert_text(conversion);
    case 'c':
    case 'C': {
      Term given = arguments_.next(types_.narrow);
      if (given.is_null()) return false;
      append(conversion, "c", static_cast<int>(given.bits()));
      return true;
    }
    case 'p': {
      Term given = arguments_.next(types_.pointer);
      if (given.is_null()) return false;
      append(conversion, "p", reinterpret_cast<void*>(given.bits()));
      return true;
    }
    case 'n':
      return store_count(conversion);
    case 'm':
      append(conversion, "s", std::strerror(call_.library.get_errno(call_)));
      return true;
    case '%':
      out_ += '%';
      return true;
    default:
      call_.machine.report("illegal-argument", "the format has a conversion that does not exist",
                           call_.node);
      out_ += '%';
      if (conversion.kind) out_ += conversion.kind;
      return true;
  }
}

std::optional<std::string> Formatter::run() {
  while (at_ < format_.size()) {
    size_t percent = std::min(format_.find('%', at_), format_.size());
    out_.append(format_, at_, percent - at_);
    at_ = percent + 1;
    if (percent == format_.size()) break;
    Conversion conversion;
    if (!read_conversion(conversion) || !convert(conversion)) return std::nullopt;
  }
  return std::move(out_);
}

/// What follows the format, which is argument number kFormat below.
enum class Given { Arguments, List };
/// Of what characters the format is.
enum class Letters { Narrow, Wide };

template <Given kGiven, Letters kLetters = Letters::Narrow>
std::optional<std::string> formatted(LibraryCall& call, int format_index) {
  auto index = static_cast<size_t>(format_index);
  std::optional<std::string> format = kLetters == Letters::Narrow
                                          ? call.text(call.word(index))
                                          : narrowed(call.wide_text(call.word(index)));
  if (!format) return std::nullopt;
  VarArgs arguments =
      kGiven == Given::List ? VarArgs::of_list(call, index + 1) : VarArgs::of_call(call, index + 1);
  return Formatter(call, std::move(*format), arguments).run();
}

CallAnswer put(LibraryCall& call, std::FILE* stream, const std::string& text) {
  bool ok = std::fwrite(text.data(), 1, text.size(), stream) == text.size();
  return ok ? call.number(text.size()) : call.failure(errno, UINT64_MAX);
}

template <Given kGiven, int kFormat, Letters kLetters = Letters::Narrow>
CallAnswer to_standard(LibraryCall& call) {
  std::optional<std::string> text = formatted<kGiven, kLetters>(call, kFormat);
  return text ? put(call, stdout, *text) : call.stop();
}

template <Given kGiven, int kFormat, Letters kLetters = Letters::Narrow>
CallAnswer to_stream(LibraryCall& call) {
  std::FILE* stream = call.library.streams->find(call, call.word(0));
  if (!stream) {
    return call.evaluator().failed() ? call.stop() : call.failure(EBADF, UINT64_MAX);
  }
  std::optional<std::string> text = formatted<kGiven, kLetters>(call, kFormat);
  return text ? put(call, stream, *text) : call.stop();
}

template <Given kGiven, int kFormat>
CallAnswer to_descriptor(LibraryCall& call) {  // dprintf
  std::optional<std::string> text = formatted<kGiven>(call, kFormat);
  if (!text) return call.stop();
  int written = ::dprintf(call.int_word(0), "%s", text->c_str());
  return call.number(static_cast<uint64_t>(written));
}

template <Given kGiven, int kFormat>
CallAnswer to_text(LibraryCall& call) {
  std::optional<std::string> text = formatted<kGiven>(call, kFormat);
  if (!text || !call.write(call.word(0), text->c_str(), text->size() + 1)) return call.stop();
  return call.number(text->size());
}

template <Given kGiven, int kFormat>
CallAnswer to_sized_text(LibraryCall& call) {
  std::optional<std::string> text = formatted<kGiven>(call, kFormat);
  if (!text) return call.stop();
  uint64_t room = call.word(1);
  if (room > 0) {
    std::string kept = text->substr(0, room - 1);
    if (!call.write(call.word(0), kept.c_str(), kept.size() + 1)) return call.stop();
  }
  return call.number(text->size());
}

/// swprintf, which fails where the text does not fit.
template <Given kGiven>
CallAnswer to_wide_text(LibraryCall& call) {
  std::optional<std::string> text = formatted<kGiven, Letters::Wide>(call, 2);
  if (!text) return call.stop();
  constexpr uint64_t kUnit = 4;
  bool fits = text->size() < call.word(1);
  text->resize(std::min<uint64_t>(text->size(), std::max<uint64_t>(call.word(1), 1) - 1));
  for (size_t i = 0; i <= text->size() && call.word(1) > 0; ++i) {
    auto unit = static_cast<uint8_t>(text->c_str()[i]);
    if (!call.store(call.word(0) + i * kUnit, kUnit, unit)) return call.stop();
  }
  return call.number(fits ? text->size() : UINT64_MAX);
}

template <Given kGiven, int kFormat>
CallAnswer to_new_text(LibraryCall& call) {  // asprintf
  std::optional<std::string> text = formatted<kGiven>(call, kFormat);
  if (!text) return call.stop();
  memory::ObjectId id = call.evaluator().make_object(call.state(), memory::ObjectKind::Heap,
                                                     call.pointer(text->size() + 1),
                                                     memory::Background::Indeterminate, call.node);
  uint64_t address = call.state().memory.address(id).bits();
  bool ok = call.write(address, text->c_str(), text->size() + 1) &&
            call.store_pointer(call.word(0), address);
  return ok ? call.number(text->size()) : call.stop();
}

constexpr LibraryEntry kFunctions[] = {
    {"printf", to_standard<Given::Arguments, 0>},
    {"vprintf", to_standard<Given::List, 0>},
    {"__printf_chk", to_standard<Given::Arguments, 1>},
    {"__vprintf_chk", to_standard<Given::List, 1>},
    {"fprintf", to_stream<Given::Arguments, 1>},
    {"vfprintf", to_stream<Given::List, 1>},
    {"__fprintf_chk", to_stream<Given::Arguments, 2>},
    {"__vfprintf_chk", to_stream<Given::List, 2>},
    {"dprintf", to_descriptor<Given::Arguments, 1>},
    {"vdprintf", to_descriptor<Given::List, 1>},
    {"sprintf", to_text<Given::Arguments, 1>},
    {"vsprintf", to_text<Given::List, 1>},
    {"__sprintf_chk", to_text<Given::Arguments, 3>},
    {"__vsprintf_chk", to_text<Given::List, 3>},
    {"snprintf", to_sized_text<Given::Arguments, 2>},
    {"vsnprintf", to_sized_text<Given::List, 2>},
    {"__snprintf_chk", to_sized_text<Given::Arguments, 4>},
    {"__vsnprintf_chk", to_sized_text<Given::List, 4>},
    {"asprintf", to_new_text<Given::Arguments, 1>},
    {"vasprintf", to_new_text<Given::List, 1>},
    {"__asprintf_chk", to_new_text<Given::Arguments, 2>},
    {"wprintf", to_standard<Given::Arguments, 0, Letters::Wide>},
    {"vwprintf", to_standard<Given::List, 0, Letters::Wide>},
    {"fwprintf", to_stream<Given::Arguments, 1, Letters::Wide>},
    {"vfwprintf", to_stream<Given::List, 1, Letters::Wide>},
    {"swprintf", to_wide_text<Given::Arguments>},
    {"vswprintf", to_wide_text<Given::List>},
    {"printf_unlocked", to_standard<Given::Arguments, 0>},
    {"fprintf_unlocked", to_stream<Given::Arguments, 1>},
};

}  // namespace

std::span<const LibraryEntry> print_functions() { return kFunctions; }

}  // namespace assay::interpreter
