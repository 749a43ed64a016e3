#include "metal/modules.h"

#include <algorithm>
#include <map>
#include <utility>

namespace assay::metal {
namespace {

/// An import, header or machine of a file, in the order of the text.
struct Item {
  enum Kind : uint8_t { Import, Header, Machine } kind;
  size_t index;
};

std::vector<Item> items_of(const Program& program) {
  std::vector<Item> items;
  for (size_t m = 0; m <= program.machines.size(); ++m) {
    std::vector<std::pair<Place, Item>> before;
    for (size_t i = 0; i < program.imports.size(); ++i) {
      if (program.imports[i].before_machine == m)
        before.push_back({program.imports[i].place, {Item::Import, i}});
    }
    for (size_t i = 0; i < program.headers.size(); ++i) {
      if (program.headers[i].before_machine == m)
        before.push_back({program.headers[i].code.place, {Item::Header, i}});
    }
    std::sort(before.begin(), before.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [place, item] : before) items.push_back(item);
    if (m < program.machines.size()) items.push_back({Item::Machine, m});
  }
  return items;
}

class Loader {
 public:
  Loader(const FindModule& find, const ParseOptions& options) : find_(find), options_(options) {}

  Result<Composition> run(const std::string& name) {
    TRY(open(TRY(find_(name, ""))));
    while (!open_.empty()) {
      Frame& frame = open_.back();
      if (frame.next == frame.items.size()) {
        open_.pop_back();
        continue;
      }
      Item item = frame.items[frame.next++];
      if (item.kind == Item::Import) {
        TRY(import(frame.program, item.index));
      } else if (item.kind == Item::Header) {
        all_.parts.push_back({PartKind::Header, frame.program, item.index});
      } else {
        TRY(machine(frame.program, item.index));
      }
    }
    bool any = std::ranges::any_of(all_.parts,
                                   [](const Part& part) { return part.kind == PartKind::Machine; });
    if (!any)
      return input_error("{}:1:1: there is no machine in it: neither 'sm NAME {{ … }}' nor rules",
                         all_.programs.front().file);
    return std::move(all_);
  }

 private:
  struct Frame {
    size_t program;
    std::vector<Item> items;
    size_t next = 0;
  };

  Result<void> open(const ModuleText& module) {
    Program program = TRY(parse_program(module.file, module.text, options_));
    known_[module.file] = all_.programs.size();
    open_.push_back({all_.programs.size(), items_of(program)});
    all_.programs.push_back(std::move(program));
    return {};
  }

  Result<void> import(size_t importer, size_t index) {
    const Program& program = all_.programs[importer];
    const Import import = program.imports[index];
    std::string at = fmt::format("{}:{}:{}", program.file, import.place.line, import.place.column);
    Result<ModuleText> module = find_(import.file, program.file);
    if (!module.ok())
      return input_error("{}: cannot use module '{}': {}", at, import.file, module.error());
    auto known = known_.find(module.value().file);
    if (known == known_.end()) return open(module.value());
    auto outer = std::find_if(open_.begin(), open_.end(),
                              [&](const Frame& frame) { return frame.program == known->second; });
    if (outer == open_.end()) return {};
    std::string circle;
    for (; outer != open_.end(); ++outer) circle += all_.programs[outer->program].file + " uses ";
    return input_error("{}: modules use each other in a circle: {}{}", at, circle, known->first);
  }

  Result<void> machine(size_t program, size_t index) {
    const Machine& machine = all_.programs[program].machines[index];
    all_.parts.push_back({PartKind::Machine, program, index});
    if (machine.name.empty()) return {};
    auto [known, is_new] = machines_.try_emplace(machine.name, program);
    if (is_new) return {};
    return input_error("{}:{}:{}: machine '{}' is defined in {} already",
                       all_.programs[program].file, machine.place.line, machine.place.column,
                       machine.name, all_.programs[known->second].file);
  }

  const FindModule& find_;
  const ParseOptions& options_;
  Composition all_;
  std::vector<Frame> open_;
  std::map<std::string, size_t> known_;     // files
  std::map<std::string, size_t> machines_;  // and the programs that define them
};

}  // namespace

Result<Composition> load_composition(const std::string& name, const FindModule& find,
                                     const ParseOptions& options) {
  return Loader(find, options).run(name);
}

}  // namespace assay::metal
