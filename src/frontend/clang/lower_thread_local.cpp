// thread_local variables of C++: initialised in each thread before it first uses one of the unit's.
//
// As in the Itanium ABI, whose names are used: a use calls the variable's initialiser (_ZTH…),
// which is another name of one function of the unit that does its work the first time only.  A unit
// that only declares the variable calls it all the same, so the unit that defines it has such a
// function even where there is nothing to do.
#include "frontend/clang/function_lowering.h"

namespace assay::frontend {

using ir::SymbolId;

bool UnitLowering::is_initialised_by_use(const clang::VarDecl* variable) {
  if (!is_cxx_ || variable->getTLSKind() != clang::VarDecl::TLS_Dynamic ||
      variable->isStaticLocal())
    return false;
  const clang::VarDecl* definition = variable->getDefinition();
  if (definition == nullptr) return !variable->hasAttr<clang::ConstInitAttr>();
  bool is_constant = definition->getInit() == nullptr || definition->hasConstantInitialization();
  return !is_constant ||
         definition->needsDestruction(context_) == clang::QualType::DK_cxx_destructor;
}

SymbolId UnitLowering::thread_initialiser(const clang::VarDecl* variable) {
  ir::Symbol made;
  made.kind = ir::SymbolKind::Function;
  made.linkage = unit_.symbols[symbol(variable)].linkage;
  llvm::raw_string_ostream stream(made.name);
  if (auto* itanium = llvm::dyn_cast<clang::ItaniumMangleContext>(mangler_.get()))
    itanium->mangleItaniumThreadLocalInit(variable, stream);
  else
    stream << "$thread_init of " << unit_.symbols[symbol(variable)].name;
  if (SymbolId known = unit_.symbols.find(made.name, made.linkage); known.valid()) return known;
  made.display = "thread initialiser of " + display_name(variable);
  made.type = type(context_.getFunctionType(context_.VoidTy, {}, {}));
  made.flags = ir::kSynthetic | ir::kWeak;
  return unit_.symbols.add(std::move(made));
}

void UnitLowering::define_thread_initialiser(const clang::VarDecl* variable, SymbolId function) {
  SymbolId name = thread_initialiser(variable);
  unit_.symbols[name].flags |= ir::kDefined;
  unit_.symbols[name].attributes.push_back(
      {ir::AttributeKind::Alias, {}, unit_.symbols[function].name});
}

void UnitLowering::define_empty_thread_initialiser(const clang::VarDecl* variable) {
  SymbolId id = thread_initialiser(variable);
  unit_.symbols[id].flags |= ir::kDefined;
  FunctionLowering lowering(*this, nullptr);
  add_function(lowering.finish(id, ir::FunctionKind::Function, variable->getSourceRange()));
}

void UnitLowering::lower_thread_batch(const std::vector<const clang::VarDecl*>& batch,
                                      SymbolId id) {
  ir::Symbol guard;
  guard.kind = ir::SymbolKind::Variable;
  guard.linkage = ir::Linkage::Internal;
  guard.name = unit_.symbols[id].name + "::done";
  guard.display = guard.name;
  guard.type = type(context_.BoolTy);
  guard.flags = ir::kDefined | ir::kSynthetic | ir::kThreadLocal;
  SymbolId guard_id = unit_.symbols.add(std::move(guard));
  FunctionLowering lowering(*this, nullptr);
  lowering.begin_once(guard_id, batch[0]->getSourceRange());
  for (const clang::VarDecl* variable : batch) {
    define_thread_initialiser(variable, id);
    lowering.lower_dynamic_initialiser(variable);
  }
  lowering.end_once();
  add_function(lowering.finish(id, ir::FunctionKind::Function, batch[0]->getSourceRange()));
}

void FunctionLowering::begin_once(SymbolId guard, clang::SourceRange where) {
  at_ = where;
  NodeId first = point(Op::FirstTime, context_.BoolTy, ir::kImplicit, {}, guard.index(), where);
  BlockId build = builder_.new_block();
  once_end_ = builder_.new_block();
  builder_.branch(first, build, once_end_);
  builder_.start(build);
  builder_.body().root = first;
}

void FunctionLowering::end_once() { builder_.fall_into(once_end_); }

/// The variable's place, after those of its unit have been initialised in this thread.
NodeId FunctionLowering::place_in_thread(const clang::VarDecl* variable, clang::SourceRange where,
                                         uint32_t flags) {
  clang::QualType type_of = context_.getFunctionType(context_.VoidTy, {}, {});
  NodeId callee = point(Op::FunctionRef, type_of, ir::kLvalue | ir::kImplicit, {},
                        unit_.thread_initialiser(variable).index(), where);
  NodeId call = point(Op::Call, context_.VoidTy, ir::kImplicit | ir::kMayThrow, {callee},
                      static_cast<uint64_t>(ir::CallKind::Plain), where);
  NodeId place = point(Op::Global, variable->getType(), flags | ir::kLvalue, {},
                       unit_.symbol(variable).index(), where);
  return point(Op::Comma, variable->getType(), ir::kLvalue | ir::kImplicit, {call, place}, 0,
               where);
}

}  // namespace assay::frontend
