// One translation unit: from Clang's declarations to a Unit.
//
// Chooses what is lowered (all functions of project files, then whatever of the system headers
// they reach), and owns what functions share: types, symbols, files.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "frontend/clang/clang_headers.h"
#include "frontend/clang/place_finder.h"
#include "ir/unit.h"

namespace assay::frontend {

using ErrorPlaces = std::vector<clang::SourceLocation>;
/// Works out an exception specification that nobody has asked for yet: an implicit one, or a
/// template's.
using SpecResolver = std::function<const clang::FunctionProtoType*(
    clang::SourceLocation, const clang::FunctionProtoType*)>;

class UnitLowering {
 public:
  /// `errors`: where the compiler found some.
  UnitLowering(clang::ASTContext& context, ir::Unit& unit, const ErrorPlaces& errors,
               SpecResolver resolve_spec);

  /// Lowers the whole unit: the top-level declarations as the parser handed them over.
  void lower(const std::vector<clang::Decl*>& top_level);

  clang::ASTContext& context() { return context_; }
  ir::Unit& unit() { return unit_; }
  PlaceFinder& places() { return places_; }
  bool is_cxx() const { return is_cxx_; }

  // types (lower_types.cpp)
  ir::TypeId type(clang::QualType type);
  /// Variable arrays are numbered within the function that is lowered.
  void restart_variable_arrays() { vla_count_ = 0; }

  // symbols (lower_symbols.cpp)
  ir::SymbolId symbol(const clang::FunctionDecl* function);
  ir::SymbolId symbol(const clang::VarDecl* variable);
  /// The value of a constant number that a function computes, which may know that it is asked at
  /// compile time; null for all others: their expressions tell more.
  const clang::APValue* computed_constant(const clang::VarDecl* variable) const;
  /// Whether it promises not to throw, by what it says or by what the language says of it.
  bool is_nothrow(const clang::FunctionDecl* function);
  /// A function of the compiler's or the run-time library's that no declaration names.
  ir::SymbolId runtime_symbol(std::string_view name, ir::TypeId type, uint32_t flags);
  /// The variable that holds a file-scope compound literal or a lifetime-extended temporary.
  ir::SymbolId anonymous_global(const clang::Expr* made_by, clang::QualType type);

  // thread_local variables (lower_thread_local.cpp)
  /// Whether a use of it calls its initialiser first.
  bool is_initialised_by_use(const clang::VarDecl* variable);
  ir::SymbolId thread_initialiser(const clang::VarDecl* variable);

  /// Marks a function or variable as needed: its definition is lowered if it has one.
  void reach(const clang::FunctionDecl* function);
  void reach(const clang::VarDecl* variable);
  /// The methods of a class inside a function are the project's even if nobody calls them.
  void collect_local_class(const clang::CXXRecordDecl* record);
  void add_function(ir::Function function);
  void unsupported(std::string_view construct) {
    ++unit_.ledger.unsupported[std::string(construct)];
  }
  bool is_system(const clang::Decl* declaration);
  /// In one of the project's files, though the file may call itself a system header by a pragma:
  /// that is about warnings.
  bool is_of_project(const clang::Decl* declaration);
  clang::MangleContext& mangler() { return *mangler_; }

 private:
  // which declarations (unit_lowering.cpp)
  void collect(const clang::Decl* declaration);
  void collect_function(const clang::FunctionDecl* function);
  bool has_error(const clang::FunctionDecl* function) const;
  void lower_function(const clang::FunctionDecl* function);
  void lower_global(const clang::VarDecl* variable);
  void reach_virtual_methods(const clang::CXXRecordDecl* record);
  void lower_dynamic_initialisers();
  void lower_dynamic_batch(const std::vector<const clang::VarDecl*>& batch, ir::FunctionKind kind,
                           const std::string& name, std::string display);
  void lower_thread_batch(const std::vector<const clang::VarDecl*>& batch, ir::SymbolId id);
  void define_thread_initialiser(const clang::VarDecl* variable, ir::SymbolId function);
  void define_empty_thread_initialiser(const clang::VarDecl* variable);

  // types
  ir::TypeId make_type(clang::QualType type);
  ir::TypeId make_builtin(const clang::BuiltinType* type);
  ir::TypeId make_function_type(const clang::FunctionType* type);
  ir::TypeId make_record(const clang::RecordDecl* record);
  ir::TypeId make_enum(const clang::EnumDecl* declaration);
  void complete_record(ir::TypeId id, const clang::RecordDecl* record);
  std::string tag_name(const clang::TagDecl* tag);
  uint32_t number_in_scope(const clang::Decl* declaration);

  // symbols
  std::string display_name(const clang::NamedDecl* declaration) const;
  std::string linkage_name(const clang::NamedDecl* declaration, ir::Linkage linkage);
  void add_malloc(const clang::RestrictAttr* attribute, ir::Symbol& symbol);
  void add_attributes(const clang::Decl* declaration, ir::Symbol& symbol);

  clang::ASTContext& context_;
  ir::Unit& unit_;
  const ErrorPlaces& errors_;
  SpecResolver resolve_spec_;
  PlaceFinder places_;
  std::unique_ptr<clang::MangleContext> mangler_;
  clang::PrintingPolicy policy_;
  bool is_cxx_ = false;

  llvm::DenseMap<void*, ir::TypeId> types_;
  llvm::DenseMap<const clang::RecordDecl*, ir::TypeId> records_;
  std::vector<std::pair<ir::TypeId, const clang::RecordDecl*>> incomplete_;
  bool completing_ = false;
  llvm::DenseMap<const clang::Expr*, uint32_t> vla_numbers_;
  uint32_t vla_count_ = 0;
  llvm::DenseMap<const clang::Decl*, uint32_t> scope_numbers_;
  llvm::DenseMap<const clang::DeclContext*, bool> numbered_scopes_;

  llvm::DenseMap<const clang::Decl*, ir::SymbolId> symbols_;
  llvm::DenseMap<const clang::Expr*, ir::SymbolId> anonymous_;
  uint32_t anonymous_count_ = 0;

  llvm::DenseMap<const clang::Decl*, bool> reached_;
  std::deque<const clang::FunctionDecl*> functions_to_do_;
  std::deque<const clang::VarDecl*> variables_to_do_;
  std::vector<const clang::VarDecl*> dynamic_;  // to be initialised, or registered for the exit
  std::vector<const clang::VarDecl*> thread_dynamic_;
};

}  // namespace assay::frontend
