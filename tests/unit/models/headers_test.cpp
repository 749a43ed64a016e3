// The models that ship against the headers of this system: parameters, and what is done with them.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>

#include "frontend/command.h"
#include "frontend/parse.h"
#include "models/library.h"
#include "unit/frontend/command_files.h"
#include "unit/models/read_text.h"

namespace assay::models {
namespace {

namespace fs = std::filesystem;

class ShippedModelsAndHeaders : public test::CommandFiles {
 protected:
  void SetUp() override {
    test::CommandFiles::SetUp();
    Result<void> added = library_.add_folder(fs::path(ASSAY_TESTS_DIR) / ".." / "models");
    ASSERT_TRUE(added.ok()) << added.error();
    for (const auto& [name, model] : library_.models()) names_.push_back(name);
    for (const auto& [name, target] : library_.aliases()) names_.push_back(name);
    parse();
  }

  // A unit that mentions every function: one that no header declares costs one error, no more.
  void parse() {
    fs::path headers = fs::path(ASSAY_TESTS_DIR) / "models" / "shipped_headers.h";
    std::string source = "#include \"" + headers.string() + "\"\n";
    for (const std::string& name : names_)
      source += "const void *use_" + name + " = (const void *)" + name + ";\n";
    Result<frontend::CompileCommand> command =
        frontend::command_for_source(write("uses.c", source), {"-ferror-limit=0"});
    ASSERT_TRUE(command.ok()) << command.error();
    frontend::CommandAdapter adapter;
    Result<frontend::PreparedCommand> prepared = adapter.prepare(command.value());
    ASSERT_TRUE(prepared.ok()) << prepared.error();
    unit_ = frontend::parse_unit(prepared.value());
    for (size_t i = 0; i < unit_.symbols.size(); ++i) {
      const ir::Symbol& symbol = unit_.symbols[ir::SymbolId(i)];
      if (symbol.kind != ir::SymbolKind::Function) continue;
      // A header may give a function another linkage name: scanf is __isoc99_scanf.
      symbols_[symbol.display] = &symbol;
      symbols_[symbol.name] = &symbol;
    }
  }

  Library library_{read_text};
  std::vector<std::string> names_;
  ir::Unit unit_;
  std::map<std::string, const ir::Symbol*> symbols_;
};

std::vector<const External*> parameters_of(const Model& model) {
  std::vector<const External*> parameters;
  for (const External& external : model.externals) {
    if (external.kind == ExternalKind::Param) parameters.push_back(&external);
  }
  return parameters;
}

// The C library declares `accept`'s address as a transparent union of pointers.
bool holds_pointer(const ir::TypeTable& types, ir::TypeId id) {
  const ir::Type& type = types.resolved(id);
  bool is_union_of_pointers = type.kind == ir::TypeKind::Record && !type.fields.empty() &&
                              types.is_pointer(type.fields[0].type);
  return types.is_pointer(id) || is_union_of_pointers;
}

bool uses_return(const Model& model) {
  for (const Outcome& outcome : model.outcomes) {
    for (const Operation& operation : outcome.operations) {
      for (const Operand& operand : operation.operands) {
        for (const Node& node : operand.nodes) {
          if (node.kind == NodeKind::Return) return true;
        }
      }
    }
  }
  return false;
}

TEST_F(ShippedModelsAndHeaders, have_the_same_parameters) {
  size_t found = 0;
  for (const std::string& name : names_) {
    auto symbol = symbols_.find(name);
    if (symbol == symbols_.end()) continue;
    ++found;
    const Model& model = *library_.find(name);
    const ir::Type& type = unit_.types.resolved(symbol->second->type);
    EXPECT_EQ(parameters_of(model).size(), type.params.size()) << name;
    EXPECT_EQ(model.is_variadic, type.has(ir::kVariadic)) << name;
  }
  // Old functions, and other libraries', are in no header here.
  EXPECT_GE(found * 10, names_.size() * 9) << found << " of " << names_.size();
}

TEST_F(ShippedModelsAndHeaders, follow_pointers_only) {
  for (const std::string& name : names_) {
    auto symbol = symbols_.find(name);
    if (symbol == symbols_.end()) continue;
    const Model& model = *library_.find(name);
    const ir::Type& type = unit_.types.resolved(symbol->second->type);
    for (const Outcome& outcome : model.outcomes) {
      for (const Operation& operation : outcome.operations) {
        for (const Operand& operand : operation.operands) {
          for (size_t i = 0; i + 1 < operand.nodes.size(); ++i) {
            if (operand.nodes[i].kind != NodeKind::Deref) continue;
            const Node& pointer = operand.nodes[i + 1];
            if (pointer.kind == NodeKind::Return) {
              EXPECT_TRUE(unit_.types.is_pointer(type.inner)) << name;
            } else if (pointer.kind == NodeKind::Variable &&
                       pointer.external.index() < type.params.size()) {
              EXPECT_TRUE(holds_pointer(unit_.types, type.params[pointer.external.index()]))
                  << name << ": " << model.externals[pointer.external.index()].name;
            }
          }
        }
      }
    }
  }
}

TEST_F(ShippedModelsAndHeaders, return_what_the_functions_return) {
  for (const std::string& name : names_) {
    auto symbol = symbols_.find(name);
    if (symbol == symbols_.end()) continue;
    const Model& model = *library_.find(name);
    const ir::Type& type = unit_.types.resolved(symbol->second->type);
    bool is_void = unit_.types.resolved(type.inner).kind == ir::TypeKind::Void;
    EXPECT_FALSE(is_void && uses_return(model)) << name;
    for (const Outcome& outcome : model.outcomes) {
      bool comes_back =
          outcome.return_type != ReturnType::Exit && outcome.return_type != ReturnType::Longjmp;
      if (comes_back) {
        EXPECT_EQ(is_void, outcome.return_type == ReturnType::Void) << name;
      }
    }
  }
}

}  // namespace
}  // namespace assay::models
