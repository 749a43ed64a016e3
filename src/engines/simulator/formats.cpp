// Format strings: what printf's and scanf's conversions ask of the arguments behind them.
//
// Only a format whose bytes are all known is looked at.  An argument of the wrong sort is reported
// and the path goes on; a string that %s reads must end, as for any function that reads one.
#include <fmt/format.h>

#include "engines/simulator/emulator.h"

namespace assay::simulator {

using logic::Term;
using models::Operator;
using semantics::Shape;
using semantics::ValueType;

namespace {

constexpr size_t kMaxFormat = 2048;

/// One conversion, or one `*` for a width.
struct Conversion {
  std::string text;  // as it is written: `%-8ld`
  Shape shape = Shape::Int;
  uint32_t bytes = 0;      // of an integer or a floating-point number; 0: any
  bool is_string = false;  // reads bytes, or wide characters, up to a zero
  bool is_wide = false;
};

/// The least bytes that an integer with this length modifier has, after the default promotions.
uint32_t integer_bytes(std::string_view length, uint32_t pointer_bytes) {
  if (length == "ll" || length == "j" || length == "q") return 8;
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
      if (text_[at_++] != '%') continue;
      if (!one(found)) return false;
    }
    return true;
  }

 private:
  bool at(std::string_view set) const {
    return at_ < text_.size() && set.find(text_[at_]) != std::string_view::npos;
  }
  void skip(std::string_view set) {
    while (at(set)) ++at_;
  }
  void number(std::vector<Conversion>& found, size_t begin) {
    if (!is_scan_ && at("*")) {
      ++at_;
      found.push_back({.text = std::string(text_.substr(begin, at_ - begin))});
      return;
    }
    skip("0123456789");
  }

  bool one(std::vector<Conversion>& found) {
    size_t begin = at_ - 1;
    if (at("%")) {
      ++at_;
      return true;
    }
    bool is_dropped = is_scan_ && at("*");
    if (is_dropped) ++at_;
    skip(is_scan_ ? "'m" : "-+ #0'I");
    number(found, begin);
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
    if (is_scan_) made = {.text = made.text, .shape = Shape::Pointer};
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
};

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

/// None: not all of it is known.
std::optional<std::string> Emulator::known_string(Path& path, EmulatedCall& call,
                                                  const models::Operand& operand) {
  Term pointer = operands_.content(path, call, operands_.evaluate(path, call, operand));
  std::optional<memory::Spot> at = pointer.is_null() ? std::nullopt : operands_.spot(path, pointer);
  const memory::Object* object = at ? path.state.memory.find(at->object) : nullptr;
  if (object && object->has(memory::kPending)) {
    parts_.evaluator.run_initialiser(path.state, at->object);
    object = path.state.memory.find(at->object);
  }
  bool is_known = object && at->offset >= 0 && object->size.is_immediate() &&
                  object->contents.background() != memory::Background::Environment;
  if (!is_known) return std::nullopt;
  bool is_wide = call.about < call.types.size() && call.types[call.about] &&
                 call.types[call.about]->element == kWideBytes;
  uint32_t unit = is_wide ? kWideBytes : 1;
  std::string text;
  uint64_t begin = static_cast<uint64_t>(at->offset);
  for (uint64_t i = begin; i + unit <= object->size.bits() && text.size() < kMaxFormat; i += unit) {
    memory::Read read = object->contents.read(parts_.pool, i, unit);
    if (read.init != memory::Init::All || !read.value.is_immediate()) return std::nullopt;
    if (read.value.is_value(0)) return text;
    // What is no conversion may be any character.
    text.push_back(read.value.bits() < 128 || !is_wide ? static_cast<char>(read.value.bits())
                                                       : '?');
  }
  return std::nullopt;
}

bool Emulator::format(Path& path, EmulatedCall& call, const Operation& operation) {
  const models::Operand& list = operation.operands[1];
  bool has_arguments = list.nodes.size() == 1 && list.nodes[0].kind == models::NodeKind::Rest;
  std::optional<std::string> text =
      has_arguments ? known_string(path, call, operation.operands[0]) : std::nullopt;
  bool is_scan = operation.op == Operator::FormatScanf;
  std::vector<Conversion> conversions;
  uint32_t pointer_bytes = parts_.program.target().pointer_bits / 8;
  if (!text || !FormatReader(*text, is_scan, pointer_bytes).read(conversions)) return true;
  uint32_t first = 0;
  for (const models::External& external : call.model().externals) {
    if (external.kind == models::ExternalKind::Param) ++first;
  }
  std::string callee = parts_.judge.reporter().callee_name(call.request.node);
  std::span<const semantics::Argument> given = call.request.arguments;
  if (given.size() < first + conversions.size()) {
    parts_.judge.reporter().warn(
        path, warning(path, call, "illegal-argument",
                      fmt::format("'{}' is given {} arguments for the {} that its format asks for",
                                  callee, given.size() < first ? 0 : given.size() - first,
                                  conversions.size())));
    return true;
  }
  for (size_t i = 0; i < conversions.size(); ++i) {
    const Conversion& asked = conversions[i];
    const ValueType* type = given[first + i].type;
    call.rest = call.about = static_cast<uint32_t>(first + i);
    call.subject = nullptr;
    if (type && type->is_scalar() &&
        (type->shape != asked.shape || (asked.bytes > type->bytes && asked.shape == Shape::Int))) {
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
  }
  return true;
}

}  // namespace assay::simulator
