#include "frontend/clang/unit_lowering.h"

#include <algorithm>
#include <map>
#include <utility>

#include "frontend/clang/address_facts.h"
#include "frontend/clang/function_lowering.h"
#include "ir/loops.h"
#include "ir/split_loops.h"

namespace assay::frontend {

namespace {

// Those without one come last, in the order of their definitions.
int64_t initialisation_priority(const clang::VarDecl* variable) {
  auto* attribute = variable->getAttr<clang::InitPriorityAttr>();
  return attribute != nullptr ? attribute->getPriority() : clang::ConstructorAttr::DefaultPriority;
}

bool calls_itself(const ir::Function& function) {
  const ir::Body& body = function.body;
  for (size_t i = 0; i < body.nodes.size(); ++i)
    if (body.nodes[i].op == ir::Op::FunctionRef && body.symbol_of(ir::NodeId(i)) == function.symbol)
      return true;
  return false;
}

/// Whether a jump may lead into the middle of a loop: by a label, or by a `case` inside it.
bool may_enter_loops(const ir::Body& body) {
  bool has_switch = false, has_loop = false;
  for (const ir::Node& node : body.nodes) {
    if (node.op == ir::Op::Label) return true;
    has_switch |= node.op == ir::Op::Switch;
    has_loop |= node.op == ir::Op::While || node.op == ir::Op::DoWhile || node.op == ir::Op::For;
  }
  return has_switch && has_loop;
}

}  // namespace

UnitLowering::UnitLowering(clang::ASTContext& context, ir::Unit& unit, const ErrorPlaces& errors,
                           SpecResolver resolve_spec)
    : context_(context),
      unit_(unit),
      errors_(errors),
      resolve_spec_(std::move(resolve_spec)),
      places_(context.getSourceManager(), context.getLangOpts(), unit),
      mangler_(context.createMangleContext()),
      policy_(context.getLangOpts()),
      is_cxx_(context.getLangOpts().CPlusPlus) {
  // Names never say where something stands.
  policy_.AnonymousTagLocations = false;
  policy_.SuppressTagKeyword = true;
  policy_.FullyQualifiedName = true;
  policy_.PrintAsCanonical = true;
}

void UnitLowering::lower(const std::vector<clang::Decl*>& top_level) {
  for (const clang::Decl* declaration : top_level) collect(declaration);
  while (!functions_to_do_.empty() || !variables_to_do_.empty()) {
    if (!functions_to_do_.empty()) {
      const clang::FunctionDecl* function = functions_to_do_.front();
      functions_to_do_.pop_front();
      lower_function(function);
    } else {
      const clang::VarDecl* variable = variables_to_do_.front();
      variables_to_do_.pop_front();
      lower_global(variable);
    }
    // Dynamic initialisers reach further functions, so they are lowered before the loop ends.
    if (functions_to_do_.empty() && variables_to_do_.empty()) lower_dynamic_initialisers();
  }
  places_.list_files();
}

// Project code in order of declaration.  Contexts nest as deep as namespaces and classes do.
void UnitLowering::collect(const clang::Decl* declaration) {
  std::vector<const clang::Decl*> todo{declaration};
  while (!todo.empty()) {
    const clang::Decl* at = todo.back();
    todo.pop_back();
    if (at->isInvalidDecl() && !llvm::isa<clang::FunctionDecl>(at)) continue;
    auto push_all = [&](auto range) {
      size_t mark = todo.size();
      for (auto* each : range) todo.push_back(each);
      std::reverse(todo.begin() + static_cast<ptrdiff_t>(mark), todo.end());
    };
    if (auto* function = llvm::dyn_cast<clang::FunctionDecl>(at)) {
      collect_function(function);
    } else if (auto* variable = llvm::dyn_cast<clang::VarDecl>(at)) {
      if (is_of_project(variable) && !variable->getType()->isDependentType() &&
          !variable->isTemplated())
        reach(variable);
    } else if (auto* function_template = llvm::dyn_cast<clang::FunctionTemplateDecl>(at)) {
      if (function_template->isCanonicalDecl()) push_all(function_template->specializations());
    } else if (auto* class_template = llvm::dyn_cast<clang::ClassTemplateDecl>(at)) {
      if (class_template->isCanonicalDecl()) push_all(class_template->specializations());
    } else if (auto* variable_template = llvm::dyn_cast<clang::VarTemplateDecl>(at)) {
      if (variable_template->isCanonicalDecl()) push_all(variable_template->specializations());
    } else if (auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(at)) {
      if (record->isThisDeclarationADefinition() && !record->isDependentContext() &&
          is_of_project(record))
        push_all(record->decls());
    } else if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl, clang::ExportDecl>(at)) {
      if (llvm::isa<clang::NamespaceDecl>(at) || is_of_project(at))
        push_all(llvm::cast<clang::DeclContext>(at)->decls());
    }
  }
}

void UnitLowering::collect_local_class(const clang::CXXRecordDecl* record) { collect(record); }

void UnitLowering::collect_function(const clang::FunctionDecl* function) {
  if (!function->isThisDeclarationADefinition() || function->isDependentContext()) return;
  if (!is_of_project(function)) return;
  reach(function);
}

void UnitLowering::reach(const clang::FunctionDecl* function) {
  const clang::FunctionDecl* definition = nullptr;
  if (!function->hasBody(definition)) {
    // A defaulted member has no body until Clang needs one; one that is defined does.
    if (!function->isDefined(definition)) return;
  }
  if (definition == nullptr || definition->isDependentContext() || definition->isDeleted()) return;
  if (!reached_.try_emplace(definition->getCanonicalDecl(), true).second) return;
  functions_to_do_.push_back(definition);
}

void UnitLowering::reach(const clang::VarDecl* variable) {
  if (!reached_.try_emplace(variable->getCanonicalDecl(), true).second) return;
  variables_to_do_.push_back(variable);
}

// Whoever builds an object of a class may call its virtual methods through any base: its own, and
// those that it inherits, whose class may be built nowhere else in this unit.
void UnitLowering::reach_virtual_methods(const clang::CXXRecordDecl* record) {
  if (!reached_.try_emplace(record->getCanonicalDecl(), true).second) return;
  for (const clang::CXXMethodDecl* method : record->methods())
    if (method->isVirtual()) {
      symbol(method);  // which method overrides is known here, even if its body is elsewhere
      reach(method);
    }
  if (record->getNumBases() == 0) return;
  clang::CXXFinalOverriderMap overriders;
  record->getFinalOverriders(overriders);
  for (const auto& [introduced, by_subobject] : overriders)
    for (const auto& [subobject, methods] : by_subobject)
      for (const clang::UniqueVirtualMethod& method : methods) reach(method.Method);
}

// Clang leaves a statement that it could not make sense of out of the tree, without a trace.
bool UnitLowering::has_error(const clang::FunctionDecl* function) const {
  if (function->isInvalidDecl()) return true;
  if (errors_.empty() || function->isImplicit()) return false;
  const clang::SourceManager& sources = context_.getSourceManager();
  clang::CharSourceRange range = sources.getExpansionRange(function->getSourceRange());
  return std::any_of(errors_.begin(), errors_.end(), [&](clang::SourceLocation error) {
    return sources.isPointWithin(error, range.getBegin(), range.getEnd());
  });
}

void UnitLowering::lower_function(const clang::FunctionDecl* function) {
  if (has_error(function)) {
    ++unit_.ledger.failed_functions;
    return;
  }
  auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(function);
  // Another name of a function is defined here without a body of its own; a weak reference, which
  // is an alias to Clang too, is not.
  if (function->hasAttr<clang::AliasAttr>() && !function->hasAttr<clang::WeakRefAttr>())
    unit_.symbols[symbol(function)].flags |= ir::kDefined;
  if (!function->hasBody() || (constructor == nullptr && function->isTrivial() &&
                               function->isDefaulted() && function->getBody() == nullptr))
    return;
  ir::SymbolId id = symbol(function);
  unit_.symbols[id].flags |= ir::kDefined;
  if (constructor != nullptr && constructor->getParent()->isPolymorphic())
    reach_virtual_methods(constructor->getParent());
  FunctionLowering lowering(*this, function);
  lowering.lower_function();
  ir::Function lowered =
      lowering.finish(id, ir::FunctionKind::Function, function->getSourceRange());
  if (is_system(function)) {
    // glibc's checked `read` is an inline function that calls the real `read` under another name
    // for it: not a definition of `read`, which the library has.  Recursive templates are.
    bool is_inline_only = function->isInlined() &&
                          (!is_cxx_ || function->hasAttr<clang::GNUInlineAttr>()) &&
                          !function->isInlineDefinitionExternallyVisible();
    if (is_inline_only && calls_itself(lowered)) {
      unit_.symbols[id].flags &= ~uint32_t{ir::kDefined};
      return;
    }
    ++unit_.ledger.system_functions;
  }
  add_function(std::move(lowered));
}

void UnitLowering::lower_global(const clang::VarDecl* variable) {
  const clang::VarDecl* definition = variable->getDefinition();
  ir::SymbolId id = symbol(variable);
  if (definition == nullptr) {
    // C's tentative definition, on any of the declarations: storage here, all zero.
    for (const clang::VarDecl* each : variable->redecls())
      if (each->getActingDefinition() != nullptr) unit_.symbols[id].flags |= ir::kDefined;
    return;
  }
  unit_.symbols[id].flags |= ir::kDefined;
  bool is_seen_by_others = is_cxx_ && unit_.symbols[id].linkage == ir::Linkage::External &&
                           definition->getTLSKind() == clang::VarDecl::TLS_Dynamic;
  if (is_seen_by_others && !definition->isStaticLocal() && !is_initialised_by_use(definition))
    define_empty_thread_initialiser(definition);
  const clang::VarDecl* with_value = nullptr;
  const clang::Expr* value = definition->getAnyInitializer(with_value);
  if (value == nullptr || value->isValueDependent() || definition->isInvalidDecl()) return;
  // The value may stand at the declaration in the class.
  bool is_constant = !is_cxx_ || with_value->hasConstantInitialization();
  bool is_destroyed = definition->needsDestruction(context_) == clang::QualType::DK_cxx_destructor;
  // A static local's initialiser runs inside its function, and has its destructor run at exit.
  if ((!is_constant || is_destroyed) && !definition->isStaticLocal())
    (definition->getTLSKind() == clang::VarDecl::TLS_None ? dynamic_ : thread_dynamic_)
        .push_back(with_value);
  if (!is_constant) return;
  FunctionLowering lowering(*this, nullptr);
  lowering.lower_global_object(id, with_value, definition->getType());
  add_function(lowering.finish(id, ir::FunctionKind::GlobalInit, definition->getSourceRange()));
}

void UnitLowering::lower_dynamic_initialisers() {
  std::map<int64_t, std::vector<const clang::VarDecl*>> by_priority;
  for (const clang::VarDecl* variable : std::exchange(dynamic_, {}))
    by_priority[initialisation_priority(variable)].push_back(variable);
  for (const auto& [priority, batch] : by_priority)
    lower_dynamic_batch(batch, ir::FunctionKind::DynamicInit, "$init", "initialiser of the unit");
  lower_dynamic_batch(std::exchange(thread_dynamic_, {}), ir::FunctionKind::ThreadInit,
                      "$thread_init", "initialiser of the unit's thread_locals");
}

void UnitLowering::lower_dynamic_batch(const std::vector<const clang::VarDecl*>& batch,
                                       ir::FunctionKind kind, const std::string& name,
                                       std::string display) {
  if (batch.empty()) return;
  ir::Symbol made;
  made.kind = ir::SymbolKind::Function;
  made.linkage = ir::Linkage::Internal;
  // Template statics that the first batch reaches make another.
  made.name = name;
  for (int i = 2; unit_.symbols.find(made.name, made.linkage).valid(); ++i)
    made.name = name + std::to_string(i);
  made.display = std::move(display);
  made.type = type(context_.getFunctionType(context_.VoidTy, {}, {}));
  made.flags = ir::kDefined | ir::kSynthetic;
  // Those of other units, and functions that run at the start, are ordered among these.
  if (int64_t priority = initialisation_priority(batch[0]);
      priority != clang::ConstructorAttr::DefaultPriority)
    made.attributes.push_back({.kind = ir::AttributeKind::ConstructorPriority, .args = {priority}});
  ir::SymbolId id = unit_.symbols.add(std::move(made));
  if (kind == ir::FunctionKind::ThreadInit) {
    lower_thread_batch(batch, id);
    return;
  }
  FunctionLowering lowering(*this, nullptr);
  for (const clang::VarDecl* variable : batch) lowering.lower_dynamic_initialiser(variable);
  add_function(lowering.finish(id, kind, batch[0]->getSourceRange()));
}

void UnitLowering::add_function(ir::Function function) {
  note_address_facts(function, unit_.symbols);
  if (function.kind == ir::FunctionKind::Function) ++unit_.ledger.functions;
  unit_.ledger.points += function.body.points.size();
  for (const ir::Node& node : function.body.nodes)
    if (node.op == ir::Op::Unsupported) ++unit_.ledger.unsupported_points;
  if (may_enter_loops(function.body) && ir::find_loops(function.body).irreducible &&
      !ir::split_irreducible_loops(function.body, ir::split_budget(function.body)).complete)
    unsupported("irreducible loop too large to split");
  unit_.functions.push_back(std::move(function));
}

}  // namespace assay::frontend
