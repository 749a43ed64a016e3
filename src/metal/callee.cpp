#include "metal/callee.h"

#include <algorithm>
#include <string>

namespace assay::metal {
namespace {

using ir::NodeId;
using ir::Op;

/// Where the last name starts: behind the last `::` that is not inside template arguments or a
/// parameter list.
size_t last_part(std::string_view name) {
  size_t depth = 0, start = 0;
  for (size_t i = 0; i < name.size(); ++i) {
    if (depth == 0 && name.substr(i).starts_with("operator")) return i;
    if (name[i] == '<' || name[i] == '(') ++depth;
    if ((name[i] == '>' || name[i] == ')') && depth > 0) --depth;
    if (depth == 0 && name.substr(i).starts_with("::")) {
      start = i + 2;
      ++i;
    }
  }
  return start;
}

std::string_view without_arguments(std::string_view name) {
  if (name.starts_with("operator")) return name;
  return name.substr(0, name.find('<'));
}

bool is_fortified(std::string_view name) {
  return name.starts_with("__") && name.ends_with("_chk") && name.size() > 6;
}

std::string_view without_prefixes(std::string_view name) {
  constexpr std::string_view kBuiltin = "__builtin_";
  if (name.starts_with(kBuiltin)) name.remove_prefix(kBuiltin.size());
  if (is_fortified(name)) name = name.substr(2, name.size() - 6);
  return name;
}

std::string_view spelled(const ir::Symbol& symbol) {
  return symbol.display.empty() ? symbol.name : symbol.display;
}

/// The parts of a qualified name, without template arguments and the library's inline namespaces.
std::vector<std::string_view> parts_of(std::string_view name) {
  std::vector<std::string_view> parts;
  size_t last = last_part(name), depth = 0, start = 0;
  for (size_t i = 0; i + 1 < last; ++i) {
    if (name[i] == '<' || name[i] == '(') ++depth;
    if ((name[i] == '>' || name[i] == ')') && depth > 0) --depth;
    if (depth > 0 || !name.substr(i).starts_with("::")) continue;
    std::string_view part = without_arguments(name.substr(start, i - start));
    if (!part.starts_with("__")) parts.push_back(part);
    start = i + 2;
    ++i;
  }
  parts.push_back(without_arguments(name.substr(last)));
  return parts;
}

/// What a fortified function takes besides, by where it stands; the rest take it at the end.
std::vector<size_t> extra_arguments(std::string_view plain, size_t count) {
  std::string_view base = plain.starts_with('v') ? plain.substr(1) : plain;
  if (base == "sprintf") return {1, 2};
  if (base == "snprintf") return {2, 3};
  if (base == "printf") return {0};
  if (base == "fprintf" || base == "dprintf" || base == "asprintf") return {1};
  if (plain == "fgets" || plain == "fgets_unlocked" || plain == "fread") return {1};
  return count == 0 ? std::vector<size_t>() : std::vector<size_t>{count - 1};
}

}  // namespace

std::string_view plain_name(const ir::Symbol& symbol) {
  std::string_view name = spelled(symbol);
  return without_prefixes(without_arguments(name.substr(last_part(name))));
}

bool is_named(const ir::Symbol& symbol, std::string_view name) {
  if (symbol.name == name) return true;
  if (name.find("::") == std::string_view::npos) return plain_name(symbol) == name;
  std::vector<std::string_view> wanted = parts_of(name), has = parts_of(spelled(symbol));
  return wanted.size() <= has.size() && std::equal(wanted.rbegin(), wanted.rend(), has.rbegin());
}

std::string_view operator_of(const ir::Symbol& symbol) {
  constexpr std::string_view kWord = "operator";
  std::string_view name = spelled(symbol);
  name.remove_prefix(last_part(name));
  if (!name.starts_with(kWord) || name.size() == kWord.size()) return {};
  name.remove_prefix(kWord.size());
  // `operator new` and conversions are no operators of expressions; `operator_x` is a name.
  bool is_sign = name[0] != ' ' && name[0] != '_' && !std::isalnum(static_cast<uint8_t>(name[0]));
  return is_sign ? name : std::string_view();
}

bool converts(const Code& code, NodeId call) {
  const ir::Symbol* callee = callee_of(code, call);
  if (callee == nullptr || !has_object(code, call) || !arguments_of(code, call).empty())
    return false;
  std::string_view name = spelled(*callee);
  name.remove_prefix(last_part(name));
  return name.starts_with("operator ");
}

const ir::Symbol* callee_of(const Code& code, NodeId call) {
  const ir::Body& body = code.function.body;
  if (body[call].op != Op::Call || body.call_kind_of(call) == ir::CallKind::MemberPointer)
    return nullptr;
  NodeId callee = body.kid(call, 0);
  if (body[callee].op != Op::FunctionRef || !body.symbol_of(callee).valid()) return nullptr;
  return &code.unit.symbols[body.symbol_of(callee)];
}

const ir::Symbol* maker_of(const Code& code, NodeId node) {
  const ir::Body& body = code.function.body;
  if (body[node].op != Op::Construct && body[node].op != Op::Destroy) return nullptr;
  return body.symbol_of(node).valid() ? &code.unit.symbols[body.symbol_of(node)] : nullptr;
}

bool has_object(const Code& code, NodeId call) {
  return code.function.body[call].op == Op::Call && code.function.body[call].kid_count > 1 &&
         code.function.body.call_kind_of(call) != ir::CallKind::Plain;
}

std::vector<NodeId> arguments_of(const Code& code, NodeId call) {
  std::span<const NodeId> kids = code.function.body.kids_of(call);
  kids = kids.subspan(has_object(code, call) ? 2 : 1);
  std::vector<NodeId> arguments(kids.begin(), kids.end());
  const ir::Symbol* callee = callee_of(code, call);
  if (callee == nullptr || !callee->name.ends_with("_chk")) return arguments;
  std::string_view name = callee->name;
  if (name.starts_with("__builtin_")) name.remove_prefix(10);
  if (!is_fortified(name)) return arguments;
  std::vector<size_t> extra = extra_arguments(plain_name(*callee), arguments.size());
  for (size_t i = extra.size(); i > 0; --i) {
    if (extra[i - 1] < arguments.size()) arguments.erase(arguments.begin() + extra[i - 1]);
  }
  return arguments;
}

}  // namespace assay::metal
