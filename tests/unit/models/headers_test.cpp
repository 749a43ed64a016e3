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
    parse(write("uses.c", uses_in_c()), {"-ferror-limit=0"}, c_);
    parse(fs::path(ASSAY_TESTS_DIR) / "models" / "shipped_headers.cpp", {}, cxx_);
  }

  // A unit that mentions every function: one that no header declares costs one error, no more.
  std::string uses_in_c() const {
    fs::path headers = fs::path(ASSAY_TESTS_DIR) / "models" / "shipped_headers.h";
    std::string source = "#include \"" + headers.string() + "\"\n";
    for (const std::string& name : names_)
      source += "const void *use_" + name + " = (const void *)" + name + ";\n";
    return source;
  }

  void parse(const fs::path& source, std::vector<std::string> flags, ir::Unit& unit) {
    Result<frontend::CompileCommand> command =
        frontend::command_for_source(source, std::move(flags));
    ASSERT_TRUE(command.ok()) << command.error();
    frontend::CommandAdapter adapter;
    Result<frontend::PreparedCommand> prepared = adapter.prepare(command.value());
    ASSERT_TRUE(prepared.ok()) << prepared.error();
    unit = frontend::parse_unit(prepared.value());
    for (size_t i = 0; i < unit.symbols.size(); ++i) {
      const ir::Symbol& symbol = unit.symbols[ir::SymbolId(i)];
      if (symbol.kind != ir::SymbolKind::Function) continue;
      Declared declared{&symbol, &unit.types};
      // A header may give a function another linkage name: scanf is __isoc99_scanf.
      if (&unit == &c_) symbols_[symbol.display] = declared;
      symbols_.emplace(symbol.name, declared);
    }
  }

  struct Declared {
    const ir::Symbol* symbol;
    const ir::TypeTable* types;

    const ir::Type& type() const { return types->resolved(symbol->type); }
    /// `this` comes first.
    size_t hidden() const { return symbol->has(ir::kMethod) ? 1 : 0; }
  };

  Library library_{read_text};
  std::vector<std::string> names_;
  ir::Unit c_, cxx_;
  std::map<std::string, Declared> symbols_;
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
  return types.is_pointer(id) || types.is_reference(id) || is_union_of_pointers;
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
    const Declared& declared = symbol->second;
    const ir::Type& type = declared.type();
    EXPECT_EQ(parameters_of(model).size(), type.params.size() + declared.hidden()) << name;
    EXPECT_EQ(model.is_variadic, type.has(ir::kVariadic)) << name;
  }
  // Old functions, and other libraries', are in no header here.
  EXPECT_GE(found * 20, names_.size() * 19) << found << " of " << names_.size();
  EXPECT_GE(found, 500U);
}

TEST_F(ShippedModelsAndHeaders, follow_pointers_only) {
  for (const std::string& name : names_) {
    auto symbol = symbols_.find(name);
    if (symbol == symbols_.end()) continue;
    const Model& model = *library_.find(name);
    const Declared& declared = symbol->second;
    const ir::Type& type = declared.type();
    for (const Outcome& outcome : model.outcomes) {
      for (const Operation& operation : outcome.operations) {
        for (const Operand& operand : operation.operands) {
          for (size_t i = 0; i + 1 < operand.nodes.size(); ++i) {
            if (operand.nodes[i].kind != NodeKind::Deref) continue;
            const Node& pointer = operand.nodes[i + 1];
            if (pointer.kind == NodeKind::Return) {
              EXPECT_TRUE(declared.types->is_pointer(type.inner)) << name;
            } else if (pointer.kind == NodeKind::Variable) {
              size_t index = pointer.external.index();
              if (index < declared.hidden() || index - declared.hidden() >= type.params.size())
                continue;
              EXPECT_TRUE(holds_pointer(*declared.types, type.params[index - declared.hidden()]))
                  << name << ": " << model.externals[index].name;
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
    const Declared& declared = symbol->second;
    const ir::Type& type = declared.type();
    bool is_void = declared.types->resolved(type.inner).kind == ir::TypeKind::Void;
    EXPECT_FALSE(is_void && uses_return(model)) << name;
    for (const Outcome& outcome : model.outcomes) {
      bool comes_back = outcome.return_type != ReturnType::Exit &&
                        outcome.return_type != ReturnType::Longjmp &&
                        outcome.return_type != ReturnType::Throw;
      if (comes_back) {
        EXPECT_EQ(is_void, outcome.return_type == ReturnType::Void) << name;
      }
    }
  }
}

}  // namespace
}  // namespace assay::models
