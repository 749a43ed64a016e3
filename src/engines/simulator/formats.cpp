// Format strings: what printf's and scanf's conversions ask of the arguments behind them.
//
// Only a format whose bytes are all known is looked at.  An argument of the wrong sort is reported
// and the path goes on; a string that %s reads must end, as for any function that reads one.
#include <fmt/format.h>

#include <algorithm>

#include "engines/simulator/describe.h"
#include "engines/simulator/emulator.h"
#include "logic/build.h"

namespace assay::simulator {

using logic::Term;
using models::Operator;
using semantics::Shape;
using semantics::ValueType;

namespace {

/// One conversion, or one `*` for a width.
struct Conversion {
  std::string text;  // as it is written: `%-8ld`
  Shape shape = Shape::Int;
  uint32_t bytes = 0;      // of an integer or a floating-point number; 0: any
  bool is_string = false;  // reads bytes, or wide characters, up to a zero
  bool is_wide = false;
  uint32_t width = 0;       // printf: so many characters at least; scanf: at most
  uint32_t written = 0;     // scanf: bytes behind the pointer; 0: not known
  bool is_endless = false;  // scanf: a text of any length
};

/// `L` before an integer: what C leaves open, and glibc, musl and the BSDs take for `ll`.
bool is_long_long(std::string_view length) {
  return length == "ll" || length == "j" || length == "q" || length == "L";
}

/// What scanf writes for an integer with this length modifier, or for a floating-point number.
uint32_t scanned_bytes(Shape shape, std::string_view length, uint32_t pointer_bytes) {
  if (shape == Shape::Float) return length == "L" ? 0 : length == "l" ? 8 : 4;
  if (length == "hh") return 1;
  if (length == "h") return 2;
  if (is_long_long(length)) return 8;
  return length.empty() ? 4 : pointer_bytes;
}

/// The least bytes that an integer with this length modifier has, after the default promotions.
uint32_t integer_bytes(std::string_view length, uint32_t pointer_bytes) {
  if (is_long_long(length)) return 8;
  if (length == "l" || length == "z" || length == "t") return pointer_bytes;
  return 4;
}

class FormatReader {
 public:
  FormatReader(std::string_view text, bool is_scan, uint32_t pointer_bytes)
      : text_(text), is_scan_(is_scan), pointer_bytes_(pointer_bytes) {}

  /// False: it has something that is not understood, and nothing is to be said.
  bool read(std::vector<Conversion>& found) {
    while (at_ < text_.size()) {
      bool is_plain = text_[at_] != '%' || text_.substr(at_).starts_with("%%");
      if (is_plain) ++plain_;
      if (text_[at_++] != '%') continue;
      if (!one(found)) return false;
    }
    return true;
  }
  /// Characters that stand for themselves.
  uint32_t plain() const { return plain_; }

 private:
  bool at(std::string_view set) const {
    return at_ < text_.size() && set.find(text_[at_]) != std::string_view::npos;
  }
  void skip(std::string_view set) {
    while (at(set)) ++at_;
  }
  /// What it is; 0: another argument says.
  uint32_t number(std::vector<Conversion>& found, size_t begin) {
    if (!is_scan_ && at("*")) {
      ++at_;
      found.push_back({.text = std::string(text_.substr(begin, at_ - begin))});
      return 0;
    }
    constexpr uint32_t kMost = 1000000;
    uint32_t value = 0;
    for (; at("0123456789"); ++at_)
      value = std::min(kMost, value * 10 + static_cast<uint32_t>(text_[at_] - '0'));
    return value;
  }

  bool one(std::vector<Conversion>& found) {
    size_t begin = at_ - 1;
    if (at("%")) {
      ++at_;
      return true;
    }
    bool is_dropped = is_scan_ && at("*");
    if (is_dropped) ++at_;
    size_t flags_begin = at_;
    skip(is_scan_ ? "'m" : "-+ #0'I");
    bool is_allocated = text_.substr(flags_begin, at_ - flags_begin).find('m') != text_.npos;
    uint32_t width = number(found, begin);
    // `%1$d` numbers its arguments.
    if (at("$")) return false;
    bool has_precision = at(".");
    if (has_precision) {
      ++at_;
      number(found, begin);
    }
    size_t length_begin = at_;
    skip("hlLqjzt");
    std::string_view length = text_.substr(length_begin, at_ - length_begin);
    if (at_ >= text_.size()) return false;
    char letter = text_[at_++];
    if (letter == '[' && !end_of_set()) return false;
    Conversion made{.text = std::string(text_.substr(begin, at_ - begin))};
    if (!classify(letter, length, made)) return false;
    made.is_string = made.is_string && !has_precision;
    made.width = width;
    if (is_scan_) {
      bool is_number = made.shape != Shape::Pointer && letter != 'c';
      bool is_text = letter == 's' || letter == '[';
      uint32_t written = is_number              ? scanned_bytes(made.shape, length, pointer_bytes_)
                         : letter == 'c'        ? std::max(width, 1U)
                         : is_text && width > 0 ? width + 1
                                                : 0;
      if ((letter == 'c' || is_text) && !length.empty()) written = 0;
      made = {.text = made.text,
              .shape = Shape::Pointer,
              .written = written,
              .is_endless = is_text && width == 0 && !is_allocated};
    }
    if (!is_dropped && letter != 'm') found.push_back(std::move(made));
    return true;
  }

  bool end_of_set() {
    if (at("^")) ++at_;
    if (at("]")) ++at_;
    while (at_ < text_.size() && text_[at_] != ']') ++at_;
    return at_++ < text_.size();
  }

  bool classify(char letter, std::string_view length, Conversion& made) const {
    switch (letter) {
      case 'd':
      case 'i':
      case 'u':
      case 'o':
      case 'x':
      case 'X':
        made.bytes = integer_bytes(length, pointer_bytes_);
        return true;
      case 'c':
        made.bytes = 4;
        return true;
      case 'a':
      case 'A':
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G':
        made.shape = Shape::Float;
        return true;
      case 's':
      case 'S':
        made.shape = Shape::Pointer;
        made.is_string = true;
        made.is_wide = letter == 'S' || length == "l";
        return true;
      case 'p':
      case 'n':
      case '[':
        made.shape = Shape::Pointer;
        return true;
      case 'm':
        return !is_scan_;
      default:
        return false;
    }
  }

  std::string_view text_;
  bool is_scan_;
  uint32_t pointer_bytes_;
  size_t at_ = 0;
  uint32_t plain_ = 0;
};

/// Digits of a number that is known, at least; 1 of any other.
uint32_t digits_of(const Conversion& asked, Term value) {
  char letter = asked.text.back();
  bool is_decimal = letter == 'd' || letter == 'i' || letter == 'u';
  if (!is_decimal || value.is_null() || !value.is_immediate() || asked.bytes * 8 > value.width())
    return 1;
  uint32_t bits = asked.bytes * 8;
  int64_t number = static_cast<int64_t>(value.bits() << (64 - bits)) >> (64 - bits);
  if (letter == 'u')
    return static_cast<uint32_t>(fmt::formatted_size(
        "{}", bits == 64 ? value.bits() : value.bits() & ((uint64_t{1} << bits) - 1)));
  return static_cast<uint32_t>(fmt::formatted_size("{}", number));
}

std::string_view sort_of(Shape shape) {
  switch (shape) {
    case Shape::Int:
      return "an integer";
    case Shape::Float:
      return "a floating-point number";
    case Shape::Pointer:
      return "a pointer";
    default:
      return "something else";
  }
}

}  // namespace

uint32_t scanned_count(std::string_view format, uint32_t pointer_bytes) {
  std::vector<Conversion> conversions;
  bool is_known = FormatReader(format, true, pointer_bytes).read(conversions) &&
                  std::none_of(conversions.begin(), conversions.end(),
                               [](const Conversion& each) { return each.text.back() == 'n'; });
  return is_known ? static_cast<uint32_t>(conversions.size()) : 0;
}

/// Of the arguments of a scan the first ones hold what came from outside.
void Emulator::scan_first(Path& path, EmulatedCall& call, const models::Operation& operation) {
  Term count = operands_.content(path, call, operands_.evaluate(path, call, operation.operands[2]));
  if (count.is_null() || !count.is_immediate()) return;
  models::Operation one{.role = models::Role::Result, .op = Operator::ValueExternal};
  one.operands.push_back(operation.operands[1]);
  one.operands[0].nodes.insert(one.operands[0].nodes.begin(), {.kind = models::NodeKind::Deref});
  size_t end = call.request.arguments.size();
  call.rest = 0;
  for (const models::External& external : call.model().externals)
    if (external.kind == models::ExternalKind::Param) ++call.rest;
  for (uint64_t i = 0; i < count.bits() && call.rest < end; ++i, ++call.rest)
    make_unknown(path, call, one, semantics::Source::Outside);
}

/// None: not all of it is known.
std::optional<std::string> Emulator::known_string(Path& path, EmulatedCall& call,
                                                  const models::Operand& operand) {
  Term pointer = operands_.content(path, call, operands_.evaluate(path, call, operand));
  bool is_wide = call.about < call.types.size() && call.types[call.about] &&
                 call.types[call.about]->element == kWideBytes;
  return operands_.known_text(path, pointer, is_wide ? kWideBytes : 1);
}

/// Of a string that is passed; null: not known.
Term Emulator::length_of(Path& path, EmulatedCall& call, const models::Operand& argument) {
  models::Operand length;
  length.nodes.push_back(
      {.kind = models::NodeKind::Function, .function = models::Function::StringLength});
  length.nodes.insert(length.nodes.end(), argument.nodes.begin(), argument.nodes.end());
  return operands_.content(path, call, operands_.evaluate(path, call, length));
}

/// A text from outside that goes into memory of a known size, as long as it likes.
void Emulator::warn_of_any_length(Path& path, EmulatedCall& call, const std::string& conversion) {
  Term pointer = call.request.arguments[call.rest].value;
  std::optional<memory::Spot> at = pointer.is_null() ? std::nullopt : operands_.spot(path, pointer);
  const memory::Object* object = at ? path.state.memory.find(at->object) : nullptr;
  bool is_known = object && at->offset >= 0 && object->size.is_immediate() &&
                  object->contents.background() != memory::Background::Environment;
  if (!is_known || object->size.bits() < static_cast<uint64_t>(at->offset)) return;
  parts_.judge.reporter().warn(
      path,
      warning(path, call, "buffer-overflow",
              fmt::format(
                  "'{}' writes a text of any length ('{}') to '{}', which has room for {} bytes",
                  parts_.judge.reporter().callee_name(call.request.node), conversion,
                  argument_text(call), object->size.bits() - static_cast<uint64_t>(at->offset))));
}

bool Emulator::format(Path& path, EmulatedCall& call, const Operation& operation) {
  const models::Operand& list = operation.operands[1];
  bool has_arguments = list.nodes.size() == 1 && list.nodes[0].kind == models::NodeKind::Rest;
  std::optional<std::string> text =
      has_arguments ? known_string(path, call, operation.operands[0]) : std::nullopt;
  bool is_scan = operation.op == Operator::FormatScanf;
  std::vector<Conversion> conversions;
  uint32_t pointer_bytes = parts_.program.target().pointer_bits / 8;
  if (!text) return true;
  FormatReader reader(*text, is_scan, pointer_bytes);
  if (!reader.read(conversions)) return true;
  uint32_t first = 0;
  for (const models::External& external : call.model().externals) {
    if (external.kind == models::ExternalKind::Param) ++first;
  }
  std::string callee = parts_.judge.reporter().callee_name(call.request.node);
  std::span<const semantics::Argument> given = call.request.arguments;
  if (given.size() < first + conversions.size()) {
    parts_.judge.reporter().warn(
        path,
        warning(path, call, "illegal-argument",
                fmt::format("'{}' is given {} of the {} arguments that its format asks for", callee,
                            given.size() < first ? 0 : given.size() - first, conversions.size())));
    return true;
  }
  for (size_t i = 0; i < conversions.size(); ++i) {
    const Conversion& asked = conversions[i];
    const ValueType* type = given[first + i].type;
    call.rest = call.about = static_cast<uint32_t>(first + i);
    call.subject.reset();
    // A narrower argument was promoted; of a wider one a part is read, if that.
    bool is_other_size =
        type && asked.shape == Shape::Int && asked.bytes > 0 &&
        (asked.bytes > type->bytes || (type->bytes > asked.bytes && type->bytes > 4));
    if (type && type->is_scalar() && (type->shape != asked.shape || is_other_size)) {
      std::string sort = type->shape != asked.shape
                             ? fmt::format("{}, not {}", sort_of(asked.shape), sort_of(type->shape))
                             : fmt::format("{} bytes, not {}", asked.bytes, type->bytes);
      parts_.judge.reporter().warn(
          path, warning(path, call, "illegal-argument",
                        fmt::format("passing '{}' to '{}', whose format asks for {} ('{}')",
                                    argument_text(call), callee, sort, asked.text)));
      continue;
    }
    if (!asked.is_string && !is_scan) continue;
    Operator ends = asked.is_wide ? Operator::WideTerminated : Operator::StringTerminated;
    models::Operation valid{.role = models::Role::Constraint,
                            .op = is_scan ? Operator::MemoryValidPointer : ends};
    valid.operands.push_back(list);
    if (!constraint(path, call, valid)) return false;
    // What a string that is scanned holds is limited by its own length.
    if (asked.is_endless && operation.operands.size() < 3)
      warn_of_any_length(path, call, asked.text);
    if (asked.written == 0) continue;
    models::Operation room{.role = models::Role::Constraint, .op = Operator::MemoryWritable};
    room.operands = {list, constant_operand(parts_.evaluator.pointer_constant(asked.written))};
    if (!constraint(path, call, room)) return false;
  }
  if (is_scan || operation.operands.size() < 3) return true;
  // Where it is written to has room for the least that comes out, and the zero behind it.
  Term least = parts_.evaluator.pointer_constant(uint64_t{reader.plain()} + 1);
  for (size_t i = 0; i < conversions.size(); ++i) {
    const Conversion& asked = conversions[i];
    call.rest = static_cast<uint32_t>(first + i);
    Term part = parts_.evaluator.pointer_constant(asked.width);
    char letter = asked.text.back();
    if (asked.is_string && !asked.is_wide) {
      Term length = length_of(path, call, list);
      bool is_longer = !length.is_null() &&
                       (asked.width == 0 || (length.is_immediate() && length.bits() > asked.width));
      if (is_longer) part = length;
    } else if (asked.shape != Shape::Pointer && letter != '*') {
      uint32_t digits = digits_of(asked, given[first + i].value);
      part = parts_.evaluator.pointer_constant(std::max(asked.width, digits));
    }
    least = logic::add(parts_.pool, least, part);
  }
  const models::Operand& to = operation.operands[2];
  models::Operation room{.role = models::Role::Constraint, .op = Operator::MemoryWritable};
  room.operands.push_back(to);
  if (least.is_immediate()) room.operands.push_back(constant_operand(least));
  call.subject = to;
  call.about = to.nodes.front().external.index();
  Term pointer = operands_.content(path, call, operands_.evaluate(path, call, to));
  return pointer.is_null() || has_room(path, call, room, pointer, least);
}

}  // namespace assay::simulator
