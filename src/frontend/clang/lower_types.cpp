// Clang's types as ours, with the target's layout.
#include <fmt/format.h>

#include "frontend/clang/unit_lowering.h"

namespace assay::frontend {

using ir::Type;
using ir::TypeId;
using ir::TypeKind;

namespace {

uint8_t quals_of(clang::QualType type) {
  uint8_t quals = 0;
  if (type.isLocalConstQualified()) quals |= ir::kConst;
  if (type.isLocalVolatileQualified()) quals |= ir::kVolatile;
  if (type.isLocalRestrictQualified()) quals |= ir::kRestrict;
  return quals;
}

bool is_sized(const clang::Type* type) {
  return !type->isIncompleteType() && !type->isFunctionType() && !type->isDependentType() &&
         !type->isVariableArrayType() && !type->isSizelessType() && !type->isPlaceholderType();
}

}  // namespace

TypeId UnitLowering::type(clang::QualType type) {
  if (type.isNull()) return TypeId();
  // No reference to the map's entry may be held over make_type, which adds more.
  if (auto found = types_.find(type.getAsOpaquePtr()); found != types_.end()) return found->second;
  TypeId id = make_type(type);
  types_[type.getAsOpaquePtr()] = id;
  if (!completing_) {
    completing_ = true;
    // Bodies wait until here, so that a chain of ten thousand records is not a recursion.
    while (!incomplete_.empty()) {
      auto [record_id, record] = incomplete_.back();
      incomplete_.pop_back();
      complete_record(record_id, record);
    }
    completing_ = false;
  }
  return id;
}

TypeId UnitLowering::make_type(clang::QualType qualified) {
  const clang::Type* type_ptr = qualified.getTypePtr();
  Type made;
  if (is_sized(type_ptr)) {
    clang::TypeInfo info = context_.getTypeInfo(type_ptr);
    made.size = info.Width / 8;
    made.align = info.Align / 8;
  }
  auto simple = [&](TypeKind kind, clang::QualType inner) {
    made.kind = kind;
    made.inner = type(inner);
    return unit_.types.intern(std::move(made));
  };
  if (uint8_t quals = quals_of(qualified)) {
    made.quals = quals;
    return simple(TypeKind::Qualified, qualified.getLocalUnqualifiedType());
  }
  if (auto* typedef_type = type_ptr->getAs<clang::TypedefType>();
      typedef_type != nullptr && type_ptr->getTypeClass() == clang::Type::Typedef) {
    const clang::TypedefNameDecl* declaration = typedef_type->getDecl();
    made.name = is_cxx_ ? declaration->getQualifiedNameAsString() : declaration->getNameAsString();
    return simple(TypeKind::Alias, typedef_type->desugar());
  }
  switch (type_ptr->getTypeClass()) {
    case clang::Type::Builtin:
      return make_builtin(llvm::cast<clang::BuiltinType>(type_ptr));
    case clang::Type::BitInt: {
      auto* bits = llvm::cast<clang::BitIntType>(type_ptr);
      made.kind = TypeKind::Int;
      made.width = bits->getNumBits();
      if (bits->isSigned()) made.flags |= ir::kSigned;
      return unit_.types.intern(std::move(made));
    }
    case clang::Type::Pointer:
    case clang::Type::BlockPointer:
      return simple(TypeKind::Pointer, type_ptr->getPointeeType());
    case clang::Type::LValueReference:
      return simple(TypeKind::LValueRef, type_ptr->getPointeeType());
    case clang::Type::RValueReference:
      return simple(TypeKind::RValueRef, type_ptr->getPointeeType());
    case clang::Type::MemberPointer: {
      auto* member = llvm::cast<clang::MemberPointerType>(type_ptr);
      if (const clang::CXXRecordDecl* record = member->getMostRecentCXXRecordDecl())
        made.owner = type(context_.getCanonicalTagType(record));
      return simple(TypeKind::MemberPointer, member->getPointeeType());
    }
    case clang::Type::ConstantArray:
    case clang::Type::ArrayParameter: {
      auto* array = llvm::cast<clang::ConstantArrayType>(type_ptr);
      made.count = array->getSize().getLimitedValue();
      return simple(TypeKind::Array, array->getElementType());
    }
    case clang::Type::IncompleteArray:
      return simple(TypeKind::IncompleteArray,
                    llvm::cast<clang::ArrayType>(type_ptr)->getElementType());
    case clang::Type::VariableArray: {
      auto* array = llvm::cast<clang::VariableArrayType>(type_ptr);
      auto [entry, is_new] = vla_numbers_.try_emplace(array->getSizeExpr(), vla_count_ + 1);
      if (is_new) ++vla_count_;
      made.count = entry->second;
      return simple(TypeKind::VariableArray, array->getElementType());
    }
    case clang::Type::Vector:
    case clang::Type::ExtVector: {
      auto* vector = llvm::cast<clang::VectorType>(type_ptr);
      made.count = vector->getNumElements();
      return simple(TypeKind::Vector, vector->getElementType());
    }
    case clang::Type::Complex:
      return simple(TypeKind::Complex, llvm::cast<clang::ComplexType>(type_ptr)->getElementType());
    case clang::Type::Atomic:
      made.quals = ir::kAtomic;
      return simple(TypeKind::Qualified, llvm::cast<clang::AtomicType>(type_ptr)->getValueType());
    case clang::Type::FunctionProto:
    case clang::Type::FunctionNoProto:
      return make_function_type(llvm::cast<clang::FunctionType>(type_ptr));
    case clang::Type::Record:
      return make_record(llvm::cast<clang::RecordType>(type_ptr)->getDecl());
    case clang::Type::InjectedClassName:
      return make_record(type_ptr->getAsRecordDecl());
    case clang::Type::Enum:
      return make_enum(llvm::cast<clang::EnumType>(type_ptr)->getDecl());
    default:
      break;
  }
  // Sugar without a name of its own: typeof, decltype, attributes, `auto`, template arguments.
  clang::QualType plain = qualified.getSingleStepDesugaredType(context_);
  if (plain != qualified) return type(plain);
  made.kind = TypeKind::Other;
  made.name = qualified.getAsString(policy_);
  return unit_.types.intern(std::move(made));
}

TypeId UnitLowering::make_builtin(const clang::BuiltinType* type) {
  Type made;
  if (is_sized(type)) {
    clang::TypeInfo info = context_.getTypeInfo(type);
    made.size = info.Width / 8;
    made.align = info.Align / 8;
    made.width = static_cast<uint32_t>(info.Width);
  }
  if (type->isVoidType()) {
    made.kind = TypeKind::Void;
    made.size = 0;
    made.align = 0;
    made.width = 0;
  } else if (type->isBooleanType()) {
    made.kind = TypeKind::Bool;
    made.width = 1;
  } else if (type->isIntegerType()) {
    made.kind = TypeKind::Int;
    // Names keep `long` and `long long` apart, which print and overload differently.
    made.name = type->getName(policy_).str();
    if (type->isSignedInteger()) made.flags |= ir::kSigned;
  } else if (type->isFloatingPoint()) {
    made.kind = TypeKind::Float;
    made.name = type->getName(policy_).str();
    made.width =
        llvm::APFloat::getSizeInBits(context_.getFloatTypeSemantics(clang::QualType(type, 0)));
  } else if (type->isNullPtrType()) {
    made.kind = TypeKind::Nullptr;
  } else {
    made.kind = TypeKind::Other;
    made.name = type->getName(policy_).str();
  }
  return unit_.types.intern(std::move(made));
}

TypeId UnitLowering::make_function_type(const clang::FunctionType* function) {
  Type made{.kind = TypeKind::Function};
  made.inner = type(function->getReturnType());
  if (auto* prototype = llvm::dyn_cast<clang::FunctionProtoType>(function)) {
    for (clang::QualType param : prototype->param_types()) made.params.push_back(type(param));
    if (prototype->isVariadic()) made.flags |= ir::kVariadic;
    // An exception specification may not be evaluated yet: nobody has called the function.
    if (!clang::isUnresolvedExceptionSpec(prototype->getExceptionSpecType()) &&
        prototype->isNothrow())
      made.flags |= ir::kNoThrow;
  } else {
    made.flags |= ir::kNoPrototype;
  }
  return unit_.types.intern(std::move(made));
}

TypeId UnitLowering::make_enum(const clang::EnumDecl* declaration) {
  if (const clang::EnumDecl* definition = declaration->getDefinition()) declaration = definition;
  Type made{.kind = TypeKind::Enum};
  made.name = tag_name(declaration);
  clang::QualType underlying = declaration->getIntegerType();
  if (underlying.isNull()) underlying = context_.UnsignedIntTy;
  made.inner = type(underlying);
  clang::TypeInfo info = context_.getTypeInfo(underlying);
  made.size = info.Width / 8;
  made.align = info.Align / 8;
  made.width = static_cast<uint32_t>(context_.getIntWidth(underlying));
  if (underlying->isSignedIntegerType()) made.flags |= ir::kSigned;
  if (declaration->isCompleteDefinition()) {
    made.flags |= ir::kComplete;
    for (const clang::EnumConstantDecl* constant : declaration->enumerators())
      made.enumerators.push_back(
          {constant->getNameAsString(),
           static_cast<int64_t>(constant->getInitVal().extOrTrunc(64).getZExtValue())});
  }
  return unit_.types.intern(std::move(made));
}

TypeId UnitLowering::make_record(const clang::RecordDecl* record) {
  if (const clang::RecordDecl* definition = record->getDefinition()) record = definition;
  if (auto found = records_.find(record); found != records_.end()) return found->second;
  TypeId id = unit_.types.declare_record(tag_name(record),
                                         static_cast<uint16_t>(record->isUnion() ? ir::kUnion : 0));
  records_[record] = id;
  if (record->isCompleteDefinition() && !record->isInvalidDecl() && !record->isDependentType())
    incomplete_.emplace_back(id, record);
  return id;
}

void UnitLowering::complete_record(TypeId id, const clang::RecordDecl* record) {
  const clang::ASTRecordLayout& layout = context_.getASTRecordLayout(record);
  Type body{.kind = TypeKind::Record};
  body.name = unit_.types[id].name;
  body.flags = static_cast<uint16_t>(unit_.types[id].flags | ir::kComplete);
  body.size = static_cast<uint64_t>(layout.getSize().getQuantity());
  body.align = static_cast<uint32_t>(layout.getAlignment().getQuantity());
  if (auto* cxx = llvm::dyn_cast<clang::CXXRecordDecl>(record)) {
    if (!cxx->isCLike()) body.flags |= ir::kClass;
    if (cxx->isPolymorphic()) body.flags |= ir::kPolymorphic;
    if (!cxx->hasTrivialDestructor()) body.flags |= ir::kNonTrivialDestructor;
    if (!cxx->isTriviallyCopyable()) body.flags |= ir::kNonTrivialCopy;
    for (const clang::CXXBaseSpecifier& base : cxx->bases()) {
      const clang::CXXRecordDecl* base_record = base.getType()->getAsCXXRecordDecl();
      if (base_record == nullptr) continue;
      clang::CharUnits offset = base.isVirtual() ? layout.getVBaseClassOffset(base_record)
                                                 : layout.getBaseClassOffset(base_record);
      body.bases.push_back({.type = type(base.getType()),
                            .offset = static_cast<uint64_t>(offset.getQuantity()),
                            .is_virtual = base.isVirtual(),
                            .is_public = base.getAccessSpecifier() == clang::AS_public});
    }
  }
  for (const clang::FieldDecl* field : record->fields()) {
    uint32_t index = field->getFieldIndex();
    body.fields.push_back({.name = field->getName().str(),
                           .type = type(field->getType()),
                           .bit_offset = layout.getFieldOffset(index),
                           .bit_width = field->isBitField() ? field->getBitWidthValue() : 0,
                           .is_bit_field = field->isBitField()});
  }
  unit_.types.complete_record(id, std::move(body));
}

// Unnamed tags are numbered within their scope, in the order of their declaration.
uint32_t UnitLowering::number_in_scope(const clang::Decl* declaration) {
  const clang::DeclContext* scope = declaration->getDeclContext()->getPrimaryContext();
  if (numbered_scopes_.try_emplace(scope, true).second) {
    uint32_t next = 0;
    for (const clang::Decl* each : scope->decls())
      if (auto* tag = llvm::dyn_cast<clang::TagDecl>(each);
          tag != nullptr && tag->getIdentifier() == nullptr)
        scope_numbers_[tag->getCanonicalDecl()] = ++next;
  }
  return scope_numbers_[declaration->getCanonicalDecl()];
}

std::string UnitLowering::tag_name(const clang::TagDecl* tag) {
  if (is_cxx_) {
    clang::QualType type = context_.getCanonicalTagType(tag);
    std::string name = type.getAsString(policy_);
    bool unnamed = name.find("(lambda") != std::string::npos ||
                   name.find("(unnamed") != std::string::npos ||
                   name.find("(anonymous") != std::string::npos;
    if (!unnamed && !tag->getParentFunctionOrMethod()) return name;
    std::string mangled;
    llvm::raw_string_ostream stream(mangled);
    mangler_->mangleCanonicalTypeName(type, stream);
    return name + "#" + mangled;
  }
  std::string name;
  if (auto* function =
          llvm::dyn_cast_or_null<clang::FunctionDecl>(tag->getParentFunctionOrMethod()))
    name = function->getNameAsString() + "::";
  if (tag->getIdentifier() != nullptr) return name + tag->getNameAsString();
  if (const clang::TypedefNameDecl* alias = tag->getTypedefNameForAnonDecl())
    return name + alias->getNameAsString();
  if (auto* outer = llvm::dyn_cast<clang::TagDecl>(tag->getDeclContext()))
    name = tag_name(outer) + "::";
  return fmt::format("{}${}", name, number_in_scope(tag));
}

}  // namespace assay::frontend
