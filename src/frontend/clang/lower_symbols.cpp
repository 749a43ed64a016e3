// Clang's functions and variables as symbols, with what their attributes promise.
#include <fmt/format.h>

#include "frontend/clang/gcc_attributes.h"
#include "frontend/clang/unit_lowering.h"

namespace assay::frontend {

using ir::AttributeKind;
using ir::Linkage;
using ir::Symbol;
using ir::SymbolId;

namespace {

Linkage linkage_of(const clang::NamedDecl* declaration) {
  switch (declaration->getLinkageInternal()) {
    case clang::Linkage::External:
    case clang::Linkage::Module:
    case clang::Linkage::VisibleNone:
      return Linkage::External;
    default:
      return Linkage::Internal;
  }
}

// Of `constructor` and `destructor`; without one they come after all others.
int64_t priority_of(const clang::Expr* given, const clang::ASTContext& context) {
  clang::Expr::EvalResult known;
  bool is_known =
      given != nullptr && !given->isValueDependent() && given->EvaluateAsInt(known, context);
  return is_known ? known.Val.getInt().getExtValue()
                  : int64_t{clang::ConstructorAttr::DefaultPriority};
}

bool is_c_name(const clang::NamedDecl* declaration) {
  if (auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration))
    return function->isExternC() || function->isMain();
  if (auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration)) return variable->isExternC();
  return false;
}

}  // namespace

std::string UnitLowering::linkage_name(const clang::NamedDecl* declaration, Linkage linkage) {
  if (auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration);
      variable != nullptr && variable->isStaticLocal() && linkage == Linkage::Internal) {
    auto* function =
        llvm::dyn_cast_or_null<clang::FunctionDecl>(variable->getParentFunctionOrMethod());
    std::string name = variable->getNameAsString();
    if (function != nullptr) name = unit_.symbols[symbol(function)].name + "::" + name;
    // Two scopes of one function may each have a `static int n`.
    std::string unique = name;
    for (int i = 2; unit_.symbols.find(unique, linkage).valid(); ++i)
      unique = fmt::format("{}#{}", name, i);
    return unique;
  }
  if (!is_cxx_ || is_c_name(declaration)) {
    // `fopen` declared as asm("fopen64") is fopen64 to the linker; a variable in a register is not.
    auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration);
    bool in_register = variable != nullptr && variable->getStorageClass() == clang::SC_Register;
    if (auto* label = declaration->getAttr<clang::AsmLabelAttr>(); label != nullptr && !in_register)
      return label->getLabel().str();
    return declaration->getNameAsString();
  }
  clang::GlobalDecl global;
  if (auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(declaration))
    global = clang::GlobalDecl(constructor, clang::Ctor_Complete);
  else if (auto* destructor = llvm::dyn_cast<clang::CXXDestructorDecl>(declaration))
    global = clang::GlobalDecl(destructor, clang::Dtor_Complete);
  else
    global = clang::GlobalDecl(declaration);
  if (!mangler_->shouldMangleDeclName(declaration)) return declaration->getNameAsString();
  std::string name;
  llvm::raw_string_ostream stream(name);
  mangler_->mangleName(global, stream);
  return name;
}

std::string UnitLowering::display_name(const clang::NamedDecl* declaration) const {
  if (!is_cxx_) return declaration->getNameAsString();
  std::string name;
  llvm::raw_string_ostream stream(name);
  declaration->getNameForDiagnostic(stream, policy_, true);  // with its template arguments
  return name;
}

bool UnitLowering::is_system(const clang::Decl* declaration) {
  clang::SourceLocation location = declaration->getLocation();
  return location.isInvalid() || context_.getSourceManager().isInSystemHeader(location);
}

bool UnitLowering::is_of_project(const clang::Decl* declaration) {
  if (!is_system(declaration)) return true;
  if (declaration->getLocation().isInvalid()) return false;
  const clang::SourceManager& sources = context_.getSourceManager();
  clang::SourceLocation location = sources.getExpansionLoc(declaration->getLocation());
  const clang::SrcMgr::SLocEntry& entry = sources.getSLocEntry(sources.getFileID(location));
  if (!entry.isFile() || clang::SrcMgr::isSystem(entry.getFile().getFileCharacteristic()))
    return false;
  // In preprocessed text a line marker says so, and names the file it speaks of.
  clang::PresumedLoc presumed = sources.getPresumedLoc(location);
  return presumed.isValid() && presumed.getFilename() == sources.getFilename(location);
}

const clang::APValue* UnitLowering::computed_constant(const clang::VarDecl* variable) const {
  if (!is_cxx_ || !variable->getType()->isArithmeticType()) return nullptr;
  std::vector<const clang::Stmt*> todo{variable->getInit()};
  while (!todo.empty()) {
    const clang::Stmt* at = todo.back();
    todo.pop_back();
    if (llvm::isa<clang::CallExpr>(at)) return variable->evaluateValue();
    for (const clang::Stmt* kid : at->children())
      if (kid != nullptr) todo.push_back(kid);
  }
  return nullptr;
}

bool UnitLowering::is_nothrow(const clang::FunctionDecl* function) {
  if (function->hasAttr<clang::NoThrowAttr>()) return true;
  auto* prototype = function->getType()->getAs<clang::FunctionProtoType>();
  if (prototype != nullptr && clang::isUnresolvedExceptionSpec(prototype->getExceptionSpecType()) &&
      !function->isDependentContext())
    prototype = resolve_spec_(function->getLocation(), prototype);
  return prototype != nullptr &&
         !clang::isUnresolvedExceptionSpec(prototype->getExceptionSpecType()) &&
         prototype->isNothrow();
}

SymbolId UnitLowering::symbol(const clang::FunctionDecl* function) {
  const clang::FunctionDecl* canonical = function->getCanonicalDecl();
  if (auto found = symbols_.find(canonical); found != symbols_.end()) return found->second;
  // The last declaration has gathered every attribute.
  const clang::FunctionDecl* latest = function->getMostRecentDecl();
  Symbol made;
  made.kind = ir::SymbolKind::Function;
  made.linkage = linkage_of(canonical);
  made.name = linkage_name(canonical, made.linkage);
  if (SymbolId known = unit_.symbols.find(made.name, made.linkage); known.valid()) {
    // A block-scope declaration, or a builtin that was named before: the same function.
    symbols_[canonical] = known;
    return known;
  }
  made.display = display_name(function);
  bool is_nothrow_declared = is_nothrow(latest);  // first: it may make the type say so too
  made.type = type(latest->getType());
  auto set = [&](bool condition, ir::SymbolFlags flag) {
    if (condition) made.flags |= flag;
  };
  set(latest->isInlined() || function->isTemplateInstantiation() || function->isImplicit(),
      ir::kInline);
  set(latest->isWeak(), ir::kWeak);
  set(function->isImplicit() && function->getBuiltinID() == 0, ir::kImplicitSymbol);
  set(function->getBuiltinID() != 0 &&
          !context_.BuiltinInfo.isPredefinedLibFunction(function->getBuiltinID()),
      ir::kBuiltin);
  set(is_system(canonical), ir::kSystem);
  set(!is_cxx_ || function->isExternC(), ir::kCLinkage);
  set(is_nothrow_declared, ir::kNoThrowDecl);
  if (auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(function)) {
    set(method->isInstance(), ir::kMethod);
    set(method->isVirtual(), ir::kVirtual);
    set(method->isPureVirtual(), ir::kPure);
    set(llvm::isa<clang::CXXConstructorDecl>(method), ir::kConstructor);
    set(llvm::isa<clang::CXXDestructorDecl>(method), ir::kDestructor);
    made.record = type(context_.getCanonicalTagType(method->getParent()));
    for (const clang::CXXMethodDecl* overridden : method->overridden_methods())
      made.overrides.push_back(unit_.symbols[symbol(overridden)].name);
  }
  for (const clang::ParmVarDecl* param : latest->parameters())
    made.param_names.push_back(param->getName().str());
  add_attributes(latest, made);
  SymbolId id = unit_.symbols.add(std::move(made));
  symbols_[canonical] = id;
  return id;
}

SymbolId UnitLowering::symbol(const clang::VarDecl* variable) {
  const clang::VarDecl* canonical = variable->getCanonicalDecl();
  if (auto found = symbols_.find(canonical); found != symbols_.end()) return found->second;
  const clang::VarDecl* latest = variable->getMostRecentDecl();
  Symbol made;
  made.kind = ir::SymbolKind::Variable;
  made.linkage = linkage_of(canonical);
  made.name = linkage_name(canonical, made.linkage);
  if (SymbolId known = unit_.symbols.find(made.name, made.linkage); known.valid()) {
    symbols_[canonical] = known;
    return known;
  }
  made.display = display_name(variable);
  // The definition knows the length of `int a[] = {…}`.
  const clang::VarDecl* definition = variable->getDefinition();
  made.type = type((definition != nullptr ? definition : latest)->getType());
  auto set = [&](bool condition, ir::SymbolFlags flag) {
    if (condition) made.flags |= flag;
  };
  set(variable->getTLSKind() != clang::VarDecl::TLS_None, ir::kThreadLocal);
  set(variable->isStaticLocal(), ir::kStaticLocal);
  const clang::CXXRecordDecl* record =
      context_.getBaseElementType(variable->getType())->getAsCXXRecordDecl();
  bool is_mutable = record != nullptr && record->hasDefinition() && record->hasMutableFields();
  set(variable->getType().isConstQualified() && !is_mutable, ir::kConstant);
  // A static local that other units see is one of an inline function or a template.
  bool is_shared_local = variable->isStaticLocal() && made.linkage == Linkage::External;
  set(variable->isInline() || is_shared_local ||
          variable->getTemplateSpecializationKind() != clang::TSK_Undeclared,
      ir::kInline);
  set(latest->hasAttr<clang::WeakAttr>(), ir::kWeak);
  set(is_system(canonical), ir::kSystem);
  set(!is_cxx_ || variable->isExternC(), ir::kCLinkage);
  add_attributes(latest, made);
  SymbolId id = unit_.symbols.add(std::move(made));
  symbols_[canonical] = id;
  return id;
}

SymbolId UnitLowering::runtime_symbol(std::string_view name, ir::TypeId type, uint32_t flags) {
  if (SymbolId known = unit_.symbols.find(name, Linkage::External); known.valid()) return known;
  Symbol made;
  made.name = std::string(name);
  made.display = made.name;
  made.flags = flags | ir::kBuiltin;
  made.type = type;
  return unit_.symbols.add(std::move(made));
}

SymbolId UnitLowering::anonymous_global(const clang::Expr* made_by, clang::QualType type_of) {
  if (auto found = anonymous_.find(made_by); found != anonymous_.end()) return found->second;
  Symbol made;
  made.kind = ir::SymbolKind::Variable;
  made.linkage = Linkage::Internal;
  made.name = fmt::format("$object{}", ++anonymous_count_);
  made.display =
      llvm::isa<clang::CompoundLiteralExpr>(made_by) ? "compound literal" : "temporary object";
  made.type = type(type_of);
  made.flags = ir::kDefined | ir::kSynthetic;
  SymbolId id = unit_.symbols.add(std::move(made));
  anonymous_[made_by] = id;
  return id;
}

/// `malloc`, or `malloc(free, 1)`: who takes the memory back, and as which parameter.
void UnitLowering::add_malloc(const clang::RestrictAttr* attribute, Symbol& symbol) {
  ir::Attribute made{AttributeKind::Malloc, {}, {}};
  const clang::Expr* named = attribute->getDeallocator();
  if (named != nullptr) named = named->IgnoreParenImpCasts();
  if (auto* ref = llvm::dyn_cast_or_null<clang::DeclRefExpr>(named))
    if (auto* function = llvm::dyn_cast<clang::FunctionDecl>(ref->getDecl())) {
      made.text = linkage_name(function, linkage_of(function));
      clang::ParamIdx index = attribute->getDeallocatorPtrArgIndex();
      made.args.push_back(index.isValid() ? static_cast<int64_t>(index.getSourceIndex()) - 1 : 0);
    }
  symbol.attributes.push_back(std::move(made));
}

void UnitLowering::add_attributes(const clang::Decl* declaration, Symbol& symbol) {
  // GCC counts parameters from 1, with `this` as the first of a method: ours from 0, likewise.
  auto param = [](const clang::ParamIdx& index) {
    return static_cast<int64_t>(index.getSourceIndex()) - 1;
  };
  auto add = [&](AttributeKind kind, std::vector<int64_t> args = {}, std::string text = {}) {
    symbol.attributes.push_back({kind, std::move(args), std::move(text)});
  };
  if (auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration)) {
    if (function->isNoReturn()) add(AttributeKind::NoReturn);
    uint32_t index = symbol.has(ir::kMethod) ? 1 : 0;
    for (const clang::ParmVarDecl* each : function->parameters()) {
      if (each->hasAttr<clang::NonNullAttr>()) add(AttributeKind::NonNull, {index});
      ++index;
    }
  }
  for (const clang::Attr* attribute : declaration->attrs()) {
    if (llvm::isa<clang::AnalyzerNoReturnAttr>(attribute)) {
      add(AttributeKind::AnalyzerNoReturn);
    } else if (auto* made = llvm::dyn_cast<clang::RestrictAttr>(attribute)) {
      add_malloc(made, symbol);
    } else if (auto* nonnull = llvm::dyn_cast<clang::NonNullAttr>(attribute)) {
      std::vector<int64_t> args;
      for (const clang::ParamIdx& index : nonnull->args()) args.push_back(param(index));
      add(AttributeKind::NonNull, std::move(args));
    } else if (llvm::isa<clang::ReturnsNonNullAttr>(attribute)) {
      add(AttributeKind::ReturnsNonNull);
    } else if (auto* size = llvm::dyn_cast<clang::AllocSizeAttr>(attribute)) {
      std::vector<int64_t> args{param(size->getElemSizeParam())};
      if (size->getNumElemsParam().isValid()) args.push_back(param(size->getNumElemsParam()));
      add(AttributeKind::AllocSize, std::move(args));
    } else if (auto* align = llvm::dyn_cast<clang::AllocAlignAttr>(attribute)) {
      add(AttributeKind::AllocAlign, {param(align->getParamIndex())});
    } else if (auto* format = llvm::dyn_cast<clang::FormatAttr>(attribute)) {
      add(AttributeKind::Format, {format->getFormatIdx() - 1, format->getFirstArg() - 1},
          format->getType()->getName().str());
    } else if (auto* format_arg = llvm::dyn_cast<clang::FormatArgAttr>(attribute)) {
      add(AttributeKind::FormatArg, {param(format_arg->getFormatIdx())});
    } else if (llvm::isa<clang::WarnUnusedResultAttr>(attribute)) {
      add(AttributeKind::WarnUnusedResult);
    } else if (auto* cleanup = llvm::dyn_cast<clang::CleanupAttr>(attribute)) {
      add(AttributeKind::Cleanup, {}, cleanup->getFunctionDecl()->getNameAsString());
    } else if (llvm::isa<clang::PureAttr>(attribute)) {
      add(AttributeKind::Pure);
    } else if (llvm::isa<clang::ConstAttr>(attribute)) {
      add(AttributeKind::Const);
    } else if (llvm::isa<clang::ReturnsTwiceAttr>(attribute)) {
      add(AttributeKind::ReturnsTwice);
    } else if (auto* ownership = llvm::dyn_cast<clang::OwnershipAttr>(attribute)) {
      std::vector<int64_t> args;
      for (const clang::ParamIdx& index : ownership->args()) args.push_back(param(index));
      AttributeKind kind = ownership->isReturns() ? AttributeKind::OwnershipReturns
                           : ownership->isTakes() ? AttributeKind::OwnershipTakes
                                                  : AttributeKind::OwnershipHolds;
      add(kind, std::move(args), ownership->getModule()->getName().str());
    } else if (auto* at_start = llvm::dyn_cast<clang::ConstructorAttr>(attribute)) {
      add(AttributeKind::ConstructorPriority, {priority_of(at_start->getPriority(), context_)});
    } else if (auto* at_end = llvm::dyn_cast<clang::DestructorAttr>(attribute)) {
      add(AttributeKind::DestructorPriority, {priority_of(at_end->getPriority(), context_)});
    } else if (auto* alias = llvm::dyn_cast<clang::AliasAttr>(attribute)) {
      add(AttributeKind::Alias, {}, alias->getAliasee().str());
    } else if (auto* reference = llvm::dyn_cast<clang::WeakRefAttr>(attribute)) {
      if (!reference->getAliasee().empty())
        add(AttributeKind::Alias, {}, reference->getAliasee().str());
    } else if (auto* sentinel = llvm::dyn_cast<clang::SentinelAttr>(attribute)) {
      add(AttributeKind::Sentinel, {static_cast<int64_t>(sentinel->getSentinel())});
    } else if (auto* annotate = llvm::dyn_cast<clang::AnnotateAttr>(attribute)) {
      if (std::optional<ir::Attribute> gcc = gcc_attribute(annotate))
        symbol.attributes.push_back(std::move(*gcc));
      else
        add(AttributeKind::Annotate, {}, annotate->getAnnotation().str());
    } else if (llvm::isa<clang::AcquireCapabilityAttr>(attribute)) {
      add(AttributeKind::AcquireCapability);
    } else if (llvm::isa<clang::ReleaseCapabilityAttr>(attribute)) {
      add(AttributeKind::ReleaseCapability);
    } else if (llvm::isa<clang::RequiresCapabilityAttr>(attribute)) {
      add(AttributeKind::RequiresCapability);
    }
  }
}

}  // namespace assay::frontend
