// Making nodes: literals, places, the pieces that every construct uses.
#include "frontend/clang/function_lowering.h"
#include "frontend/clang/spellings.h"

namespace assay::frontend {

Dest Dest::field(const clang::FieldDecl* field) const {
  Dest result = *this;
  clang::QualType type = field->getType();
  result.steps.push_back({Step::Kind::Field, field->getFieldIndex(), type});
  return result;
}

Dest Dest::element(uint64_t index, clang::QualType type) const {
  Dest result = *this;
  result.steps.push_back({Step::Kind::Element, static_cast<uint32_t>(index), type});
  return result;
}

Dest Dest::base_class(clang::QualType type) const {
  Dest result = *this;
  result.steps.push_back({Step::Kind::BaseClass, 0, type});
  return result;
}

namespace {

// The part that a tree begins or ends with; null where Clang knows without looking further.
const clang::Stmt* first_part(const clang::Stmt* stmt) {
  switch (stmt->getStmtClass()) {
    case clang::Stmt::BinaryOperatorClass:
    case clang::Stmt::CompoundAssignOperatorClass:
      return llvm::cast<clang::BinaryOperator>(stmt)->getLHS();
    case clang::Stmt::ImplicitCastExprClass:
      return llvm::cast<clang::ImplicitCastExpr>(stmt)->getSubExpr();
    case clang::Stmt::ConditionalOperatorClass:
      return llvm::cast<clang::ConditionalOperator>(stmt)->getCond();
    case clang::Stmt::CallExprClass:
    case clang::Stmt::CXXMemberCallExprClass:
      return llvm::cast<clang::CallExpr>(stmt)->getCallee();
    case clang::Stmt::MemberExprClass: {
      auto* member = llvm::cast<clang::MemberExpr>(stmt);
      return member->isImplicitAccess() ? nullptr : member->getBase();
    }
    case clang::Stmt::ArraySubscriptExprClass:
      return llvm::cast<clang::ArraySubscriptExpr>(stmt)->getLHS();
    default:
      return nullptr;
  }
}

const clang::Stmt* last_part(const clang::Stmt* stmt) {
  switch (stmt->getStmtClass()) {
    case clang::Stmt::BinaryOperatorClass:
    case clang::Stmt::CompoundAssignOperatorClass:
      return llvm::cast<clang::BinaryOperator>(stmt)->getRHS();
    case clang::Stmt::ImplicitCastExprClass:
      return llvm::cast<clang::ImplicitCastExpr>(stmt)->getSubExpr();
    case clang::Stmt::CStyleCastExprClass:
      return llvm::cast<clang::CStyleCastExpr>(stmt)->getSubExpr();
    case clang::Stmt::ConditionalOperatorClass:
      return llvm::cast<clang::ConditionalOperator>(stmt)->getRHS();
    case clang::Stmt::UnaryOperatorClass: {
      auto* unary = llvm::cast<clang::UnaryOperator>(stmt);
      return unary->isPostfix() ? nullptr : unary->getSubExpr();
    }
    case clang::Stmt::IfStmtClass: {
      auto* branch = llvm::cast<clang::IfStmt>(stmt);
      return branch->getElse() != nullptr ? branch->getElse() : branch->getThen();
    }
    case clang::Stmt::WhileStmtClass:
      return llvm::cast<clang::WhileStmt>(stmt)->getBody();
    case clang::Stmt::ForStmtClass:
      return llvm::cast<clang::ForStmt>(stmt)->getBody();
    case clang::Stmt::LabelStmtClass:
      return llvm::cast<clang::LabelStmt>(stmt)->getSubStmt();
    case clang::Stmt::CaseStmtClass:
      return llvm::cast<clang::CaseStmt>(stmt)->getSubStmt();
    default:
      return nullptr;
  }
}

using Known = llvm::DenseMap<const clang::Stmt*, clang::SourceLocation>;

// Clang answers by walking down one side of the tree: for each node of a deep one that is
// quadratic.  What was found once is remembered for every node on the way.
template <class Part, class Ask>
clang::SourceLocation side(const clang::Stmt* stmt, Known& known, Part part, Ask ask) {
  constexpr size_t kDeep = 16;
  llvm::SmallVector<const clang::Stmt*, 32> way;
  clang::SourceLocation found;
  for (const clang::Stmt* at = stmt; at != nullptr; at = part(at)) {
    if (!known.empty())
      if (auto entry = known.find(at); entry != known.end()) {
        found = entry->second;
        break;
      }
    way.push_back(at);
  }
  if (way.size() < kDeep && found.isInvalid()) return ask(stmt);
  if (found.isInvalid()) found = ask(way.back());
  for (const clang::Stmt* each : way) known[each] = found;
  return found;
}

}  // namespace

clang::SourceRange FunctionLowering::range_of(const clang::Stmt* stmt) {
  // Near the root asking Clang is cheaper, and only a bounded number of nodes do.
  constexpr int kShallow = 64;
  if (depth_ < kShallow) return stmt->getSourceRange();
  return {side(stmt, begins_, first_part, [](const clang::Stmt* s) { return s->getBeginLoc(); }),
          side(stmt, ends_, last_part, [](const clang::Stmt* s) { return s->getEndLoc(); })};
}

ir::Place FunctionLowering::place(clang::SourceRange range) {
  if (range.isInvalid()) range = at_;
  return unit_.places().place(range);
}

void FunctionLowering::spell(NodeId node, const clang::Expr* expr, clang::SourceRange where) {
  if (!node.valid() || builder_[node].has(ir::kLineLiteral)) return;
  std::string text = spelling_of(expr, where, context_.getSourceManager(), context_.getLangOpts());
  if (!text.empty()) builder_.spell(node, text);
}

NodeId FunctionLowering::make(Op op, clang::QualType type_of, uint32_t flags,
                              std::span<const NodeId> kids, uint64_t payload,
                              clang::SourceRange where) {
  TypeId id = type_of.isNull() ? TypeId() : type(type_of);
  if (where.isInvalid()) where = at_;
  flags |= unit_.places().macro_flags(where.getBegin());
  return builder_.make(op, id, flags, kids, payload, place(where));
}

NodeId FunctionLowering::make(Op op, clang::QualType type_of, uint32_t flags,
                              std::initializer_list<NodeId> kids, uint64_t payload,
                              clang::SourceRange where) {
  return make(op, type_of, flags, std::span(kids.begin(), kids.size()), payload, where);
}

NodeId FunctionLowering::point(Op op, clang::QualType type_of, uint32_t flags,
                               std::span<const NodeId> kids, uint64_t payload,
                               clang::SourceRange where) {
  NodeId node = make(op, type_of, flags, kids, payload, where);
  append(node);
  return node;
}

NodeId FunctionLowering::point(Op op, clang::QualType type_of, uint32_t flags,
                               std::initializer_list<NodeId> kids, uint64_t payload,
                               clang::SourceRange where) {
  return point(op, type_of, flags, std::span(kids.begin(), kids.size()), payload, where);
}

void FunctionLowering::append(NodeId node) {
  if (builder_[node].has(ir::kMayThrow)) builder_.set_unwind(unwind_target());
  builder_.append(node);
}

uint32_t FunctionLowering::expr_flags(const clang::Expr* expr) {
  return expr->isGLValue() ? ir::kLvalue : 0;
}

NodeId FunctionLowering::int_literal(const llvm::APInt& value, bool is_signed,
                                     clang::QualType type_of, uint32_t flags,
                                     clang::SourceRange where) {
  if (value.getBitWidth() <= 64) {
    uint64_t bits = is_signed ? static_cast<uint64_t>(value.getSExtValue()) : value.getZExtValue();
    return point(Op::IntLit, type_of, flags, {}, bits, where);
  }
  std::vector<std::vector<uint64_t>>& wides = builder_.body().wides;
  wides.emplace_back(value.getRawData(), value.getRawData() + value.getNumWords());
  return point(Op::IntLit, type_of, flags | ir::kWide, {}, wides.size() - 1, where);
}

NodeId FunctionLowering::small_int(int64_t value, clang::QualType type_of,
                                   clang::SourceRange where) {
  return point(Op::IntLit, type_of, ir::kImplicit, {}, static_cast<uint64_t>(value), where);
}

NodeId FunctionLowering::float_literal(const llvm::APFloat& value, clang::QualType type_of,
                                       clang::SourceRange where) {
  llvm::APInt bits = value.bitcastToAPInt();
  if (bits.getBitWidth() <= 64)
    return point(Op::FloatLit, type_of, 0, {}, bits.getZExtValue(), where);
  std::vector<std::vector<uint64_t>>& wides = builder_.body().wides;
  wides.emplace_back(bits.getRawData(), bits.getRawData() + bits.getNumWords());
  return point(Op::FloatLit, type_of, ir::kWide, {}, wides.size() - 1, where);
}

NodeId FunctionLowering::unsupported(std::string_view construct, const clang::Stmt* what,
                                     std::span<const NodeId> kids) {
  unit_.unsupported(construct);
  auto* expr = llvm::dyn_cast<clang::Expr>(what);
  clang::QualType type_of = expr != nullptr ? expr->getType() : context_.VoidTy;
  return point(Op::Unsupported, type_of, expr != nullptr ? expr_flags(expr) : 0, kids,
               builder_.string(construct), what->getSourceRange());
}

NodeId FunctionLowering::again(NodeId node, clang::SourceRange where) {
  const ir::Node& original = builder_[node];
  uint32_t flags = ir::kImplicit | (original.flags & ir::kLvalue);
  TypeId type_of = original.type;
  NodeId copy =
      builder_.make(Op::Opaque, type_of, flags, {}, uint64_t{node.index()} + 1, place(where));
  append(copy);
  return copy;
}

NodeId FunctionLowering::local_place(LocalId local, clang::SourceRange where, uint32_t flags) {
  if (where.isInvalid()) where = at_;
  flags |= unit_.places().macro_flags(where.getBegin());
  NodeId node = builder_.make(Op::Local, builder_.body().locals[local.index()].type,
                              flags | ir::kLvalue, {}, local.index(), place(where));
  append(node);
  return node;
}

NodeId FunctionLowering::load(NodeId from, clang::QualType type_of, clang::SourceRange where) {
  return point(Op::Load, type_of, ir::kImplicit, {from}, 0, where);
}

NodeId FunctionLowering::dest_place(const Dest& dest, clang::SourceRange where) {
  NodeId at;
  switch (dest.base) {
    case Dest::Base::Local:
      at = local_place(dest.local, where, ir::kImplicit);
      break;
    case Dest::Base::Global:
      at =
          point(Op::Global, dest.type, ir::kImplicit | ir::kLvalue, {}, dest.symbol.index(), where);
      break;
    case Dest::Base::Pointer:
      at = point(Op::Deref, dest.type, ir::kImplicit | ir::kLvalue, {again(dest.pointer, where)}, 0,
                 where);
      break;
  }
  for (const Dest::Step& step : dest.steps) {
    uint32_t flags = ir::kImplicit | ir::kLvalue;
    switch (step.kind) {
      case Dest::Step::Kind::Field:
        at = point(Op::Member, step.type, flags, {at}, step.index, where);
        break;
      case Dest::Step::Kind::BaseClass:
        at = point(Op::Cast, step.type, flags, {at},
                   static_cast<uint64_t>(ir::CastKind::DerivedToBase), where);
        break;
      case Dest::Step::Kind::Element: {
        NodeId decayed = point(Op::Cast, context_.getPointerType(step.type), ir::kImplicit, {at},
                               static_cast<uint64_t>(ir::CastKind::ArrayToPointer), where);
        NodeId index = small_int(step.index, context_.getSizeType(), where);
        at = point(Op::Index, step.type, flags, {decayed, index}, 0, where);
        break;
      }
    }
  }
  return at;
}

NodeId FunctionLowering::dest_address(const Dest& dest, clang::SourceRange where) {
  NodeId at = dest_place(dest, where);
  return point(Op::AddressOf, context_.getPointerType(dest.place_type().getNonReferenceType()),
               ir::kImplicit, {at}, 0, where);
}

LocalId FunctionLowering::temporary(clang::QualType type_of) {
  return builder_.add_local({.type = type(type_of), .kind = ir::LocalKind::Temporary});
}

Dest FunctionLowering::local_dest(LocalId local, clang::QualType type_of) const {
  Dest dest;
  dest.base = Dest::Base::Local;
  dest.local = local;
  dest.type = type_of;
  return dest;
}

}  // namespace assay::frontend
