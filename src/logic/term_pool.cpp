#include "logic/term_pool.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::logic {
namespace {

constexpr size_t kChunkTerms = 4096;
constexpr size_t kFirstTableSize = 1024;
constexpr uint32_t kMaxNodes = UINT32_MAX / 2;

uint64_t mix(uint64_t hash, uint64_t value) {
  hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
  return hash ^ hash >> 29;
}

uint32_t hash_node(Op op, uint32_t width, std::span<const Term> args, Params params) {
  uint64_t hash = mix(static_cast<uint64_t>(op) << 32 | width, uint64_t{params.a} << 32 | params.b);
  for (Term arg : args) {
    hash = mix(hash, arg.bits());
    hash = mix(hash, uint64_t{arg.node()} << 32 | arg.width());
  }
  return static_cast<uint32_t>(hash >> 32);
}

bool all_of_width(std::span<const Term> args, uint32_t width) {
  return std::all_of(args.begin(), args.end(), [&](Term arg) { return arg.width() == width; });
}

bool has_right_widths(const OpInfo& info, uint32_t width, std::span<const Term> args,
                      Params params) {
  switch (info.width_rule) {
    case WidthRule::Given:
      return true;
    case WidthRule::Same:
      return all_of_width(args, width);
    case WidthRule::Predicate:
      return width == 1 && all_of_width(args, args[0].width());
    case WidthRule::Wider:
      return width > args[0].width();
    case WidthRule::Slice:
      return params.b <= params.a && params.a < args[0].width() && width == params.a - params.b + 1;
    case WidthRule::Sum:
      return width == args[0].width() + args[1].width();
    case WidthRule::Choice:
      return args[0].width() == 1 && args[1].width() == width && args[2].width() == width;
    case WidthRule::Words:
      return width > 64 && args.size() == (width + 63) / 64 &&
             all_of_width(args.first(args.size() - 1), 64) &&
             args.back().width() == (width - 1) % 64 + 1;
  }
  return false;
}

bool has_right_formats(const OpInfo& info, uint32_t width, std::span<const Term> args,
                       Params params) {
  auto width_of = [](uint32_t format) { return float_width(static_cast<FloatFormat>(format)); };
  switch (info.params) {
    case ParamKind::Format:
    case ParamKind::FormatAndMode:
      return args[0].width() == width_of(params.a);
    case ParamKind::Formats:
      return args[0].width() == width_of(params.a) && width == width_of(params.b);
    case ParamKind::ResultFormat:
      return width == width_of(params.a);
    default:
      return true;
  }
}

}  // namespace

TermPool::TermPool() { clear(); }

void TermPool::clear() {
  nodes_.clear();
  nodes_.emplace_back();
  table_.assign(kFirstTableSize, 0);
  if (chunks_.size() > 1) chunks_.resize(1);
  chunk_used_ = 0;
  name_ids_.clear();
  names_.clear();
  next_fresh_.clear();
}

Term TermPool::make(Op op, uint32_t width, std::span<const Term> args, Params params) {
  const OpInfo& info = op_info(op);
  ASSAY_CHECK(info.arity == kAnyArity || info.arity == args.size(),
              "an operator should have its number of arguments");
  ASSAY_CHECK(width >= 1 && width <= kMaxWidth, "a term's width should be within bounds");
  ASSAY_CHECK(has_right_widths(info, width, args, params),
              "the widths of an operator's arguments should agree");
  ASSAY_CHECK((info.flags & kFloat) == 0 || has_right_formats(info, width, args, params),
              "a floating-point operand should have the width of its format");

  uint32_t hash = hash_node(op, width, args, params);
  size_t mask = table_.size() - 1;
  size_t slot = hash & mask;
  for (; table_[slot] != 0; slot = (slot + 1) & mask) {
    const Node& n = nodes_[table_[slot]];
    if (n.hash == hash && n.op == op && n.width == width && n.params == params &&
        std::ranges::equal(std::span(n.args, n.arg_count), args)) {
      return Term(0, table_[slot], width);
    }
  }

  ASSAY_CHECK(nodes_.size() < kMaxNodes, "a pool should be emptied before its ids run out");
  Term* copy = allocate_args(args.size());
  std::ranges::copy(args, copy);
  auto id = static_cast<uint32_t>(nodes_.size());
  nodes_.push_back(Node{.args = copy,
                        .arg_count = static_cast<uint32_t>(args.size()),
                        .width = width,
                        .hash = hash,
                        .params = params,
                        .op = op});
  table_[slot] = id;
  if (nodes_.size() * 2 > table_.size()) grow_table();
  return Term(0, id, width);
}

Term* TermPool::allocate_args(size_t count) {
  if (chunks_.empty() || chunks_.back().size - chunk_used_ < count) {
    size_t size = std::max(kChunkTerms, count);
    chunks_.push_back({.terms = std::make_unique<Term[]>(size), .size = size});
    chunk_used_ = 0;
  }
  Term* result = chunks_.back().terms.get() + chunk_used_;
  chunk_used_ += count;
  return result;
}

void TermPool::grow_table() {
  table_.assign(table_.size() * 2, 0);
  size_t mask = table_.size() - 1;
  for (uint32_t id = 1; id < nodes_.size(); ++id) {
    size_t slot = nodes_[id].hash & mask;
    while (table_[slot] != 0) slot = (slot + 1) & mask;
    table_[slot] = id;
  }
}

NameId TermPool::intern(std::string_view name) {
  auto [at, is_new] = name_ids_.try_emplace(std::string(name), names_.size());
  if (is_new) names_.push_back(&at->first);
  return NameId(at->second);
}

Term TermPool::symbol(std::string_view name, uint32_t width) {
  return make(Op::Symbol, width, {}, {.a = intern(name).index()});
}

Term TermPool::fresh_symbol(std::string_view stem, uint32_t width) {
  std::string name(stem);
  uint32_t& next = next_fresh_[name];
  while (name_ids_.contains(name)) name = fmt::format("{}!{}", stem, ++next);
  return symbol(name, width);
}

Term TermPool::placeholder(uint32_t number, uint32_t width) {
  return make(Op::Placeholder, width, {}, {.a = number});
}

Term TermPool::apply(std::string_view function, std::span<const Term> args, uint32_t width) {
  return make(Op::Apply, width, args, {.a = intern(function).index()});
}

Term TermPool::constant(const Bits& value) {
  if (value.is_small()) return Term::constant(value.width(), value.low());
  std::vector<Term> words;
  words.reserve(value.word_count());
  for (size_t i = 0; i + 1 < value.word_count(); ++i) {
    words.push_back(Term::constant(64, value.word(i)));
  }
  words.push_back(Term::constant((value.width() - 1) % 64 + 1, value.word(value.word_count() - 1)));
  return make(Op::WideConst, value.width(), words);
}

Bits TermPool::value(Term t) const {
  if (t.is_immediate()) return Bits(t.width(), t.bits());
  ASSAY_CHECK(is(t, Op::WideConst), "only constants have values");
  std::vector<uint64_t> words;
  words.reserve(args(t).size());
  for (Term word : args(t)) words.push_back(word.bits());
  return Bits::from_words(t.width(), words);
}

}  // namespace assay::logic
