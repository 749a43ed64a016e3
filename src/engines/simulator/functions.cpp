// The functions of values that operands may use.
#include "engines/simulator/operands.h"
#include "logic/build.h"

namespace assay::simulator {

using logic::Extend;
using logic::Term;
using models::Function;
using semantics::Source;

namespace {

/// A string is looked through so far.
constexpr uint64_t kMaxString = 4096;

Term binary(logic::TermPool& pool, Function function, Term a, Term b) {
  switch (function) {
    case Function::Add:
      return logic::add(pool, a, b);
    case Function::Sub:
      return logic::sub(pool, a, b);
    case Function::Mul:
      return logic::mul(pool, a, b);
    case Function::Udiv:
      return logic::udiv(pool, a, b);
    case Function::Sdiv:
      return logic::sdiv(pool, a, b);
    case Function::Urem:
      return logic::urem(pool, a, b);
    case Function::Srem:
      return logic::srem(pool, a, b);
    case Function::Umin:
      return logic::ite(pool, logic::ult(pool, a, b), a, b);
    case Function::Umax:
      return logic::ite(pool, logic::ult(pool, a, b), b, a);
    case Function::And:
      return logic::bit_and(pool, a, b);
    case Function::Or:
      return logic::bit_or(pool, a, b);
    case Function::Xor:
      return logic::bit_xor(pool, a, b);
    case Function::Shl:
      return logic::shl(pool, a, b);
    case Function::Lshr:
      return logic::lshr(pool, a, b);
    case Function::Ashr:
      return logic::ashr(pool, a, b);
    case Function::Eq:
      return logic::eq(pool, a, b);
    case Function::Ult:
      return logic::ult(pool, a, b);
    case Function::Slt:
      return logic::slt(pool, a, b);
    case Function::Umulo:
      return logic::umul_overflows(pool, a, b);
    case Function::Smulo:
      return logic::smul_overflows(pool, a, b);
    default:
      return Term();
  }
}

Term unary(logic::TermPool& pool, const models::Node& node, Term a) {
  uint32_t first = node.numbers[0], second = node.numbers[1];
  switch (node.function) {
    case Function::Not:
      return logic::bit_not(pool, a);
    case Function::Neg:
      return logic::neg(pool, a);
    case Function::Zext:
      return first >= a.width() && first <= 4096 ? logic::zext(pool, a, first) : Term();
    case Function::Sext:
      return first >= a.width() && first <= 4096 ? logic::sext(pool, a, first) : Term();
    case Function::Extract:
      return first < a.width() && second <= first ? logic::extract(pool, a, first, second) : Term();
    default:
      return Term();
  }
}

}  // namespace

/// Of bits that nobody set some are known all the same: bit-fields beside them were written.
Term Operands::masked(Path& path, EmulatedCall& call, const models::Node& node,
                      std::span<const Slot> arguments) const {
  if (node.function != Function::And && node.function != Function::Or) return Term();
  for (size_t i : {0, 1}) {
    Term mask = content(path, call, arguments[1 - i]);
    uint64_t bytes = arguments[i].bytes;
    bool is_unset = arguments[i].kind == SlotKind::Memory && bytes > 0 && bytes <= 8;
    if (!is_unset || !mask.is_immediate()) continue;
    uint32_t width = static_cast<uint32_t>(bytes * 8);
    mask = logic::resize(parts_.pool, mask, width, Extend::Sign);
    Term unset = parts_.inputs.unknown_bits(width, Source::Imprecise);
    return binary(parts_.pool, node.function, unset, mask);
  }
  return Term();
}

/// Of a string that came from outside the function, and has not been changed here: a symbol.
Term Operands::unknown_length(Path& path, memory::Spot at, const memory::Object& object,
                              uint32_t unit) const {
  Holder holder;
  if (!parts_.inputs.find_holder(path.state, at.object, holder)) return Term();
  Source source = parts_.inputs.source_of(holder);
  if (source != Source::Inputs && source != Source::Outside) return Term();
  if (holder.kind != HolderKind::Pointee && holder.kind != HolderKind::Fresh) return Term();
  int64_t start = Inputs::start_of(holder);
  bool is_changed = false;
  object.contents.for_each_page([&](uint64_t first, const memory::Page& page) {
    for (uint32_t i = 0; i < memory::kPageBytes && !is_changed; ++i) {
      const memory::Cell* cell = page.cell_at(i);
      if (!cell && page.init[i] == 0) continue;
      if (!cell) {
        is_changed = true;
        break;
      }
      int64_t from = static_cast<int64_t>(first + cell->offset) - start;
      is_changed = !parts_.inputs.is_entry_value(holder, from, cell->bytes, cell->value);
      i = cell->offset + cell->bytes - 1;
    }
  });
  if (is_changed) return Term();
  Term length = parts_.inputs.length_at(holder, at.offset - start, unit);
  // It ends within its memory: shorter than that, and than all memory there is.
  Term most = parts_.evaluator.pointer_constant(path.state.memory.largest());
  if (object.size.is_immediate() && !object.has(memory::kSizeUnknown) &&
      object.size.bits() >= static_cast<uint64_t>(at.offset)) {
    uint64_t room = (object.size.bits() - static_cast<uint64_t>(at.offset)) / unit;
    most = parts_.evaluator.pointer_constant(std::max<uint64_t>(room, 1));
  }
  parts_.judge.assume(path, logic::ult(parts_.pool, length, most));
  return length;
}

std::optional<std::string> Operands::known_text(Path& path, Term pointer, uint32_t unit) const {
  constexpr size_t kMaxText = 2048;
  std::optional<memory::Spot> at = pointer.is_null() ? std::nullopt : spot(path, pointer);
  const memory::Object* object = at ? path.state.memory.find(at->object) : nullptr;
  if (object && object->has(memory::kPending)) {
    parts_.evaluator.run_initialiser(path.state, at->object);
    object = path.state.memory.find(at->object);
  }
  bool is_known = object && at->offset >= 0 && object->size.is_immediate() &&
                  object->contents.background() != memory::Background::Environment;
  if (!is_known) return std::nullopt;
  std::string text;
  uint64_t begin = static_cast<uint64_t>(at->offset);
  for (uint64_t i = begin; i + unit <= object->size.bits() && text.size() < kMaxText; i += unit) {
    memory::Read read = object->contents.read(parts_.pool, i, unit);
    if (read.init != memory::Init::All || !read.value.is_immediate()) return std::nullopt;
    if (read.value.is_value(0)) return text;
    // What is no conversion may be any character.
    text.push_back(read.value.bits() < 128 || unit == 1 ? static_cast<char>(read.value.bits())
                                                        : '?');
  }
  return std::nullopt;
}

/// In characters of `unit` bytes; known where every one up to the end of the string is.
Term Operands::string_length(Path& path, Term pointer, uint32_t unit) const {
  std::optional<memory::Spot> at = spot(path, pointer);
  const memory::Object* object = at ? path.state.memory.find(at->object) : nullptr;
  if (object && object->has(memory::kPending)) {
    parts_.evaluator.run_initialiser(path.state, at->object);
    object = path.state.memory.find(at->object);
  }
  if (!object || at->offset < 0 || object->live.is_false()) return Term();
  if (object->contents.background() == memory::Background::Environment) {
    return unknown_length(path, *at, *object, unit);
  }
  if (!object->size.is_immediate()) return Term();
  uint64_t begin = static_cast<uint64_t>(at->offset);
  for (uint64_t i = 0; i < kMaxString && begin + (i + 1) * unit <= object->size.bits(); ++i) {
    memory::Read one = object->contents.read(parts_.pool, begin + i * unit, unit);
    if (one.init != memory::Init::All || !one.value.is_immediate()) return Term();
    if (one.value.is_value(0)) return parts_.evaluator.pointer_constant(i);
  }
  return Term();
}

Slot Operands::function(Path& path, EmulatedCall& call, const models::Node& node,
                        std::vector<Slot>& arguments) const {
  Slot made;
  logic::TermPool& pool = parts_.pool;
  switch (node.function) {
    case Function::BytesAt:
    case Function::OffsetOf: {
      std::optional<memory::Spot> at = spot(path, content(path, call, arguments[0]));
      const memory::Object* object = at ? path.state.memory.find(at->object) : nullptr;
      if (!object || object->has(memory::kSizeUnknown)) return made;
      Term offset = parts_.evaluator.pointer_constant(static_cast<uint64_t>(at->offset));
      made.value =
          node.function == Function::OffsetOf ? offset : logic::sub(pool, object->size, offset);
      return made;
    }
    case Function::StringLength:
      made.value = string_length(path, content(path, call, arguments[0]), 1);
      return made;
    case Function::WideLength:
      made.value = string_length(path, content(path, call, arguments[0]), kWideBytes);
      return made;
    case Function::ScanCount: {
      bool is_wide = arguments[0].type && arguments[0].type->element == kWideBytes;
      auto text = known_text(path, content(path, call, arguments[0]), is_wide ? kWideBytes : 1);
      made.value = parts_.evaluator.pointer_constant(
          text ? scanned_count(*text, parts_.program.target().pointer_bits / 8) : 0);
      return made;
    }
    case Function::Ite: {
      Term condition = content(path, call, arguments[0]), then, otherwise;
      if (!contents(path, call, arguments[1], arguments[2], then, otherwise)) return made;
      if (condition.is_null()) return made;
      if (condition.width() != 1) condition = logic::is_nonzero(pool, condition);
      made.value = logic::ite(pool, condition, then, otherwise);
      made.is_signed = arguments[1].is_signed && arguments[2].is_signed;
      return made;
    }
    case Function::Concat: {
      Term high = content(path, call, arguments[0]), low = content(path, call, arguments[1]);
      if (!high.is_null() && !low.is_null()) made.value = logic::concat(pool, high, low);
      return made;
    }
    default:
      break;
  }
  if (arguments.size() == 1) {
    Term value = content(path, call, arguments[0]);
    if (!value.is_null()) made.value = unary(pool, node, value);
    made.is_signed = node.function == Function::Sext || arguments[0].is_signed;
    return made;
  }
  Term a, b;
  if (!contents(path, call, arguments[0], arguments[1], a, b)) {
    made.value = masked(path, call, node, arguments);
    return made;
  }
  if (node.function == Function::Eq)
    made.value = parts_.inputs.leads_to_own(path.state.memory, a, b);
  if (made.value.is_null()) made.value = binary(pool, node.function, a, b);
  made.is_signed = arguments[0].is_signed && (arguments[1].is_signed || arguments[1].is_flexible);
  made.is_flexible = arguments[0].is_flexible && arguments[1].is_flexible;
  return made;
}

}  // namespace assay::simulator
