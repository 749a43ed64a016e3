// Arrays initialised by lists: the elements that are written, and those that are not.
#include "frontend/clang/function_lowering.h"

namespace assay::frontend {

namespace {

// So many elements that are not written are built one by one: generated code, not a loop.
constexpr uint64_t kMostRepeated = 1024;
// With arguments of their own, where one point with arguments evaluated once would nearly do.
constexpr uint64_t kMostWithArguments = 64;

// What fills an array of arrays is a list of what fills the inner ones.
const clang::Expr* innermost_filler(const clang::Expr* filler) {
  while (true) {
    filler = filler->IgnoreImplicit();
    auto* list = llvm::dyn_cast<clang::InitListExpr>(filler);
    if (list == nullptr || !list->getType()->isArrayType() || list->getNumInits() != 0 ||
        list->getArrayFiller() == nullptr)
      return filler;
    filler = list->getArrayFiller();
  }
}

// From so many elements on a table of numbers is kept as bytes, as a literal is: generated tables
// have millions, and nobody matches their trees.
constexpr uint64_t kLargeTable = 4096;
// A table with so many bytes for each element that is written is kept by its elements.
constexpr uint64_t kSparse = 64;

// Calls `take` with each element that lists of lists write, and its offset in bytes, until it
// answers false.  Answers false then, and where a list has no elements of its own.
template <class Take>
bool each_entry(const clang::InitListExpr* table, const clang::ASTContext& context, Take take) {
  std::vector<std::pair<const clang::InitListExpr*, uint64_t>> todo{{table, 0}};
  while (!todo.empty()) {
    auto [list, offset] = todo.back();
    todo.pop_back();
    const clang::ConstantArrayType* array = context.getAsConstantArrayType(list->getType());
    if (array == nullptr || list->isStringLiteralInit()) return false;
    uint64_t size = context.getTypeSizeInChars(array->getElementType()).getQuantity();
    for (const clang::Expr* entry : list->inits()) {
      if (entry == nullptr) return false;
      auto* inner = llvm::dyn_cast<clang::InitListExpr>(entry);
      if (inner != nullptr && inner->getSemanticForm() != nullptr) inner = inner->getSemanticForm();
      if (inner != nullptr)
        todo.push_back({inner, offset});
      else if (!llvm::isa<clang::ImplicitValueInitExpr>(entry) && !take(entry, offset))
        return false;
      offset += size;
    }
  }
  return true;
}

// The value of an element, as wide as the table's elements.
std::optional<uint64_t> entry_value(const clang::Expr* entry, unsigned width,
                                    const clang::ASTContext& context) {
  if (auto* literal = llvm::dyn_cast<clang::IntegerLiteral>(entry->IgnoreParenImpCasts())) {
    llvm::APInt value = literal->getValue();
    bool is_signed = literal->getType()->isSignedIntegerType();
    return (is_signed ? value.sextOrTrunc(width) : value.zextOrTrunc(width)).getZExtValue();
  }
  clang::Expr::EvalResult result;
  if (entry->containsErrors() || entry->isValueDependent() ||
      !entry->EvaluateAsInt(result, context))
    return std::nullopt;
  return result.Val.getInt().extOrTrunc(width).getZExtValue();
}

}  // namespace

/// A large table of constant integers as the place of a literal with its bytes; none for others.
/// What the list does not write is zero, and left out at the end.
NodeId FunctionLowering::lower_table(const clang::InitListExpr* list) {
  clang::QualType element = context_.getBaseElementType(list->getType());
  if (!element->isIntegerType() || element->isBooleanType() || element->isBitIntType())
    return NodeId();
  unsigned width = static_cast<unsigned>(context_.getTypeSize(element)), size = width / 8;
  uint64_t count = 0, length = 0;
  bool is_table = each_entry(list, context_, [&](const clang::Expr*, uint64_t offset) {
    ++count;
    length = std::max(length, offset + size);
    return true;
  });
  if (!is_table || width > 64 || count < kLargeTable || length / count > kSparse) return NodeId();
  bool is_big_endian = context_.getTargetInfo().isBigEndian();
  std::string bytes(length, '\0');
  bool is_constant = each_entry(list, context_, [&](const clang::Expr* entry, uint64_t offset) {
    std::optional<uint64_t> value = entry_value(entry, width, context_);
    if (!value) return false;
    for (unsigned i = 0; i < size; ++i)
      bytes[offset + i] = static_cast<char>(*value >> 8 * (is_big_endian ? size - 1 - i : i));
    return true;
  });
  if (!is_constant) return NodeId();
  return point(Op::StringLit, list->getType(), ir::kLvalue, {}, builder_.string(bytes), at_);
}

/// One element, whose default arguments' temporaries die before the next is begun.
NodeId FunctionLowering::lower_filled(const Dest& part, const clang::Expr* filler) {
  CleanupId saved = full_expression_;
  CleanupId depth = top_;
  full_expression_ = top_;
  NodeId node = lower_into(part, filler);
  pop_cleanups(depth);
  full_expression_ = saved;
  return node;
}

/// The elements from `first` on that one point can build: `rest` of them where only the run knows
/// how many.  None if it takes more.
NodeId FunctionLowering::fill_at_once(const Dest& first, const clang::Expr* filler, NodeId rest,
                                      NodeId bytes, const clang::Expr* list) {
  const clang::Expr* each = innermost_filler(filler);
  if (llvm::isa<clang::ImplicitValueInitExpr>(each)) return zero_fill(first, bytes, list);
  auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(each);
  if (made == nullptr) return NodeId();
  NodeId zeroed;
  if (made->requiresZeroInitialization()) zeroed = zero_fill(first, bytes, list);
  if (made->getConstructor()->isTrivial())
    return zeroed.valid() ? zeroed : make(Op::Null, clang::QualType(), ir::kImplicit, {}, 0, at_);
  std::vector<NodeId> arguments;
  if (rest.valid()) arguments.push_back(again(rest, at_));
  // APPROX(under): default arguments are evaluated once, not for each element.
  for (const clang::Expr* argument : made->arguments())
    arguments.push_back(lower_argument(argument));
  return construct(first, made->getConstructor(), std::move(arguments), at_, ir::kArrayForm);
}

/// The elements that a list of constant length does not write.
void FunctionLowering::fill_array(const Dest& dest, clang::QualType element, uint64_t given,
                                  uint64_t count, const clang::Expr* filler,
                                  std::vector<NodeId>& parts) {
  if (given >= count) return;
  auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(filler->IgnoreImplicit());
  // One point builds elements, not arrays of them.
  bool is_plain = llvm::isa<clang::ImplicitValueInitExpr>(filler->IgnoreImplicit()) ||
                  (made != nullptr && !element->isArrayType());
  bool is_long = count - given > kMostWithArguments;
  if (is_plain && (made == nullptr || made->getNumArgs() == 0 || is_long)) {
    uint64_t bytes = (count - given) * context_.getTypeSizeInChars(element).getQuantity();
    NodeId size = small_int(static_cast<int64_t>(bytes), context_.getSizeType(), at_);
    parts.push_back(fill_at_once(dest.element(given, element), filler, NodeId(), size, filler));
    return;
  }
  if (count - given > kMostRepeated) {
    parts.push_back(unsupported("array of many objects with an initialiser each", filler));
    return;
  }
  for (uint64_t i = given; i < count; ++i) {
    Dest part = dest.element(i, element);
    parts.push_back(lower_filled(part, filler));
    push_destroy(part, element, at_, false);
  }
}

/// The element of an array whose position only the run knows.
Dest FunctionLowering::element_at(const Dest& array, clang::QualType element, NodeId index) {
  Dest part;
  part.base = Dest::Base::Pointer;
  part.type = element;
  NodeId first = dest_address(array.element(0, element), at_);
  part.pointer =
      point(Op::Add, context_.getPointerType(element), ir::kImplicit, {first, index}, 0, at_);
  return part;
}

/// A loop over positions.  What its body evaluates is in no tree: the list may come without it.
/// APPROX(under): if an element throws, those before it are not destroyed.
void FunctionLowering::for_each_element(NodeId first, NodeId count, std::vector<NodeId>& parts,
                                        llvm::function_ref<void(NodeId index)> build) {
  clang::SourceRange where = at_;
  clang::QualType size_type = context_.getSizeType();
  LocalId local = temporary(size_type);
  parts.push_back(init(local_dest(local, size_type), first, where, ir::kImplicit));
  BlockId header = builder_.new_block(), body = builder_.new_block(), after = builder_.new_block();
  builder_.fall_into(header);
  auto index = [&] { return load(local_place(local, where, ir::kImplicit), size_type, where); };
  NodeId is_more =
      point(Op::Lt, context_.BoolTy, ir::kImplicit, {index(), again(count, where)}, 0, where);
  builder_.branch(is_more, body, after);
  builder_.start(body);
  parts.push_back(is_more);
  build(index());
  NodeId at = local_place(local, where, ir::kImplicit);
  point(Op::PreInc, size_type, ir::kImplicit | ir::kLvalue, {at}, 0, where);
  builder_.jump(header);
  builder_.start(after);
}

/// An array member copied with its class, an array that a lambda keeps: bytes, or element by
/// element.
NodeId FunctionLowering::lower_array_copy(const Dest& dest, const clang::ArrayInitLoopExpr* copy) {
  clang::SourceRange where = at_;
  const clang::OpaqueValueExpr* common = copy->getCommonExpr();
  NodeId source = lower(common->getSourceExpr());
  const clang::Expr* innermost = copy;
  while (auto* inner = llvm::dyn_cast<clang::ArrayInitLoopExpr>(innermost))
    innermost = inner->getSubExpr();
  auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(innermost);
  if (made == nullptr || made->getConstructor()->isTrivial())
    return init(dest, load(source, copy->getType(), where), where);
  opaque_[common] = source;
  clang::QualType element = context_.getAsArrayType(copy->getType())->getElementType();
  uint64_t count = copy->getArraySize().getZExtValue();
  auto number = [&](uint64_t value) {
    return small_int(static_cast<int64_t>(value), context_.getSizeType(), where);
  };
  std::vector<NodeId> parts;
  CleanupId depth = top_;
  auto copy_element = [&](const Dest& part, NodeId index) {
    array_index_.push_back(index);
    NodeId node = lower_filled(part, copy->getSubExpr());
    array_index_.pop_back();
    return node;
  };
  if (count > kMostWithArguments) {
    // One after the other: the order of a call's arguments is the compiler's choice.
    NodeId first = number(0), all = number(count);
    for_each_element(first, all, parts, [&](NodeId index) {
      Dest part = element_at(dest, element, index);
      copy_element(part, again(index, where));
    });
  } else {
    for (uint64_t i = 0; i < count; ++i) {
      Dest part = dest.element(i, element);
      parts.push_back(copy_element(part, number(i)));
      push_destroy(part, element, where, false);
    }
  }
  drop_guards(depth);
  return point(Op::InitList, context_.VoidTy, 0, parts, 0, where);
}

/// `new T[n]{…}`: what is not written, where only the run knows how many those are.
void FunctionLowering::fill_allocated(const Dest& dest, clang::QualType element, uint64_t given,
                                      NodeId count, const clang::Expr* filler,
                                      std::vector<NodeId>& parts) {
  clang::SourceRange where = at_;
  clang::QualType size_type = context_.getSizeType();
  auto number = [&](uint64_t value) {
    return small_int(static_cast<int64_t>(value), size_type, where);
  };
  NodeId all = point(Op::Cast, size_type, ir::kImplicit, {again(count, where)},
                     static_cast<uint64_t>(ir::CastKind::Integral), where);
  NodeId rest = point(Op::Sub, size_type, ir::kImplicit, {all, number(given)}, 0, where);
  NodeId each = number(context_.getTypeSizeInChars(element).getQuantity());
  NodeId bytes = point(Op::Mul, size_type, ir::kImplicit, {again(rest, where), each}, 0, where);
  NodeId filled =
      fill_at_once(element_at(dest, element, number(given)), filler, rest, bytes, filler);
  if (filled.valid()) {
    parts.push_back(filled);
    return;
  }
  for_each_element(number(given), all, parts,
                   [&](NodeId index) { lower_filled(element_at(dest, element, index), filler); });
}

}  // namespace assay::frontend
