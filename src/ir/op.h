// The operators of program points and of the trees around them.  One table of facts, kOps.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace assay::ir {

// clang-format off
enum class Op : uint8_t {
  // leaves
  IntLit, FloatLit, StringLit, NullLit, ZeroValue, Local, Global, FunctionRef, LabelAddr, SizeOf,
  TypeInfo, MemberAddr,
  // places and values
  Load, Deref, Member, Index, MemberPtr, AddressOf, Cast,
  Plus, Neg, BitNot, Not, Real, Imag,
  Add, Sub, Mul, Div, Rem, Shl, Shr, BitAnd, BitOr, BitXor, Lt, Le, Gt, Ge, Eq, Ne, Spaceship,
  // writes
  Assign, AddAssign, SubAssign, MulAssign, DivAssign, RemAssign, ShlAssign, ShrAssign, AndAssign,
  OrAssign, XorAssign, PreInc, PreDec, PostInc, PostDec, Init,
  // value joins
  LogAnd, LogOr, Conditional,
  // the rest of expressions
  Comma, Call, Construct, Destroy, AtExit, New, Delete, Throw, InitList, StmtExpr, VaArg, FirstTime,
  MostDerived, VlaSize, Opaque, Unsupported,
  // statements that are points
  Decl, ScopeEnd, Return, Asm, CatchBegin, CatchEnd,
  // statements that only hold others
  Compound, If, While, DoWhile, For, RangeFor, Switch, Case, Default, Label, Goto, IndirectGoto,
  Break, Continue, Null, Try, Catch,
};
// clang-format on
inline constexpr size_t kOpCount = static_cast<size_t>(Op::Catch) + 1;

/// What Node::payload means.
enum class PayloadKind : uint8_t {
  None,
  Int,     // the value, sign- or zero-extended to 64 bits; an index into wides if flag Wide
  Text,    // index into Function::strings
  Local,   // index into Function::locals
  Symbol,  // SymbolId
  Field,   // index into the record's fields
  Cast,    // CastKind
  Label,   // index into Function::labels
  Type,    // TypeId: what a compound assignment computes in, what `new` makes
  Call,    // CallKind
  Node,    // an older node whose value this one has, plus 1; 0: none
};

// Some operators that need a word more:
// - Opaque: the value of an older node again, without evaluating it again.
// - StmtExpr: kids: the Compound; the value is that of the payload's node.
// - VlaSize: one bound of a variable array; payload: its number, the `count` of its type.
// - Comma: also implicit, around a temporary; kids: what builds it, then its place.
// - Construct: kids: the place, then the arguments; payload: the constructor.  With ArrayForm, each
//   element; where the place is no array, kid 1 is their number.
// - Destroy: kids: the place; payload: the destructor.
// - AtExit: like Destroy, but when the program ends (a thread_local's: the thread); what was
//   registered last is destroyed first.
// - FirstTime: whether the variable's initialisation has never come to its end, in this thread for
//   a thread_local.
// - MostDerived: whether this constructor or destructor has the whole object, not a base of a larger
//   one: then it builds, or destroys, the virtual bases.
// - TypeInfo: payload: the type asked about; with a kid, an object of that static type.
// - Throw: kids: the exception object's place, none to throw the current one again; payload: what
//   destroys the object once no handler needs it, if anything.
// - CatchBegin: the local is bound to the exception object, as the handler's type; for `...` it is
//   a `void *`.  A pointer is converted first: then to a copy.
// - CatchEnd: the handler of that local ends.  The exception object is destroyed unless it is being
//   thrown again or another handler has it.
// - Catch: kids: the variable's declaration if it is a copy, the body.
// - New: kids: the pointer, the number of elements if an array's, what builds the object.  All
//   effects are the kids'; those after the first happen only for a non-null pointer.
// - Delete: kids: the pointer, the Destroy if any, the call of operator delete; likewise.
// - InitList: kids: the elements in order (bases, fields, or array elements; missing ones are
//   zero); payload, for a union: 1 + the field that is set.
// - LogAnd, LogOr: as a value, 1 if the value that its Phi names is not zero, else 0.
// - Return: sets the function's value; what it leaves through follows in the blocks.
// - Init: kids: the place, the value.
// - MemberPtr: kids: the object's place, the member pointer.
// - Asm: kids: a Compound of the places written, a Compound of what is read; the string after its
//   text: the constraints, `=r,=m|0,r`.
// - LabelAddr: kid: the function whose label it is, where that is not this one; the label is then
//   known by name.

enum class OpClass : uint8_t {
  Expression,  // a point when evaluated
  Statement,   // a point that has no value
  Container,   // a tree that is never a point
};

struct OpInfo {
  Op op;
  std::string_view name;
  PayloadKind payload;
  OpClass kind;
};

namespace detail {
using enum Op;
using P = PayloadKind;
using C = OpClass;
}  // namespace detail

inline constexpr std::array<OpInfo, kOpCount> kOps = [] {
  using namespace detail;
  using enum Op;
  return std::array<OpInfo, kOpCount>{{
      {IntLit, "int", P::Int, C::Expression},
      {FloatLit, "float", P::Int, C::Expression},  // the value's bits
      {StringLit, "string", P::Text, C::Expression},
      {NullLit, "null", P::None, C::Expression},
      {ZeroValue, "zero", P::None, C::Expression},
      {Local, "local", P::Local, C::Expression},
      {Global, "global", P::Symbol, C::Expression},
      {FunctionRef, "function", P::Symbol, C::Expression},
      {LabelAddr, "label-address", P::Label, C::Expression},
      {SizeOf, "sizeof", P::Int, C::Expression},
      {TypeInfo, "typeid", P::Type, C::Expression},
      {MemberAddr, "member-address", P::Field, C::Expression},
      {Load, "load", P::None, C::Expression},
      {Deref, "deref", P::None, C::Expression},
      {Member, "member", P::Field, C::Expression},
      {Index, "index", P::None, C::Expression},
      {MemberPtr, "member-pointer", P::None, C::Expression},
      {AddressOf, "address", P::None, C::Expression},
      {Cast, "cast", P::Cast, C::Expression},
      {Plus, "plus", P::None, C::Expression},
      {Neg, "neg", P::None, C::Expression},
      {BitNot, "bitnot", P::None, C::Expression},
      {Not, "not", P::None, C::Expression},
      {Real, "real", P::None, C::Expression},
      {Imag, "imag", P::None, C::Expression},
      {Add, "add", P::None, C::Expression},
      {Sub, "sub", P::None, C::Expression},
      {Mul, "mul", P::None, C::Expression},
      {Div, "div", P::None, C::Expression},
      {Rem, "rem", P::None, C::Expression},
      {Shl, "shl", P::None, C::Expression},
      {Shr, "shr", P::None, C::Expression},
      {BitAnd, "and", P::None, C::Expression},
      {BitOr, "or", P::None, C::Expression},
      {BitXor, "xor", P::None, C::Expression},
      {Lt, "lt", P::None, C::Expression},
      {Le, "le", P::None, C::Expression},
      {Gt, "gt", P::None, C::Expression},
      {Ge, "ge", P::None, C::Expression},
      {Eq, "eq", P::None, C::Expression},
      {Ne, "ne", P::None, C::Expression},
      {Spaceship, "spaceship", P::None, C::Expression},
      {Assign, "assign", P::None, C::Expression},
      {AddAssign, "add-assign", P::Type, C::Expression},
      {SubAssign, "sub-assign", P::Type, C::Expression},
      {MulAssign, "mul-assign", P::Type, C::Expression},
      {DivAssign, "div-assign", P::Type, C::Expression},
      {RemAssign, "rem-assign", P::Type, C::Expression},
      {ShlAssign, "shl-assign", P::Type, C::Expression},
      {ShrAssign, "shr-assign", P::Type, C::Expression},
      {AndAssign, "and-assign", P::Type, C::Expression},
      {OrAssign, "or-assign", P::Type, C::Expression},
      {XorAssign, "xor-assign", P::Type, C::Expression},
      {PreInc, "pre-inc", P::None, C::Expression},
      {PreDec, "pre-dec", P::None, C::Expression},
      {PostInc, "post-inc", P::None, C::Expression},
      {PostDec, "post-dec", P::None, C::Expression},
      {Init, "init", P::None, C::Expression},
      {LogAnd, "log-and", P::None, C::Expression},
      {LogOr, "log-or", P::None, C::Expression},
      {Conditional, "conditional", P::None, C::Expression},
      {Comma, "comma", P::None, C::Expression},
      {Call, "call", P::Call, C::Expression},
      {Construct, "construct", P::Symbol, C::Expression},
      {Destroy, "destroy", P::Symbol, C::Expression},
      {AtExit, "at-exit", P::Symbol, C::Expression},
      {New, "new", P::Type, C::Expression},
      {Delete, "delete", P::Type, C::Expression},
      {Throw, "throw", P::Symbol, C::Expression},
      {InitList, "init-list", P::Field, C::Expression},
      {StmtExpr, "statement-expression", P::Node, C::Expression},
      {VaArg, "va-arg", P::None, C::Expression},
      {FirstTime, "first-time", P::Symbol, C::Expression},
      {MostDerived, "most-derived", P::None, C::Expression},
      {VlaSize, "vla-size", P::Int, C::Expression},
      {Opaque, "opaque", P::Node, C::Expression},
      {Unsupported, "unsupported", P::Text, C::Expression},
      {Decl, "decl", P::Local, C::Statement},
      {ScopeEnd, "scope-end", P::Local, C::Statement},
      {Return, "return", P::None, C::Statement},
      {Asm, "asm", P::Text, C::Statement},
      {CatchBegin, "catch-begin", P::Local, C::Statement},
      {CatchEnd, "catch-end", P::Local, C::Statement},
      {Compound, "compound", P::None, C::Container},
      {If, "if", P::None, C::Container},
      {While, "while", P::None, C::Container},
      {DoWhile, "do", P::None, C::Container},
      {For, "for", P::None, C::Container},
      {RangeFor, "range-for", P::None, C::Container},
      {Switch, "switch", P::None, C::Container},
      {Case, "case", P::None, C::Container},
      {Default, "default", P::None, C::Container},
      {Label, "label", P::Label, C::Container},
      {Goto, "goto", P::Label, C::Container},
      {IndirectGoto, "indirect-goto", P::None, C::Container},
      {Break, "break", P::None, C::Container},
      {Continue, "continue", P::None, C::Container},
      {Null, "null-statement", P::None, C::Container},
      {Try, "try", P::None, C::Container},
      {Catch, "catch", P::Local, C::Container},
  }};
}();

constexpr bool ops_in_order() {
  for (size_t i = 0; i < kOpCount; ++i)
    if (static_cast<size_t>(kOps[i].op) != i) return false;
  return true;
}
static_assert(ops_in_order(), "kOps should list every operator once, in the order of Op");

constexpr const OpInfo& op_info(Op op) { return kOps[static_cast<size_t>(op)]; }

/// What a Cast does to the value (or, on an lvalue, to the place).
enum class CastKind : uint8_t {
  Bitcast,   // same bits, another type; places too
  NoOp,      // qualifiers only
  Integral,  // widen, narrow or change sign
  ToBool,
  IntToFloat,
  FloatToInt,
  FloatCast,
  PointerToInt,
  IntToPointer,
  NullToPointer,
  ArrayToPointer,  // kid is a place
  FunctionToPointer,
  DerivedToBase,
  BaseToDerived,
  Dynamic,  // dynamic_cast: null or a throw when it fails
  ToVoid,
  ToUnion,  // GNU
  Complex,  // to, from or between complex types
  MemberPointer,
  Vector,
  AtomicToValue,
  ValueToAtomic,
};
inline constexpr std::array<std::string_view, 22> kCastNames{"bitcast",         "noop",
                                                             "integral",        "bool",
                                                             "int-to-float",    "float-to-int",
                                                             "float",           "pointer-to-int",
                                                             "int-to-pointer",  "null",
                                                             "decay",           "function-decay",
                                                             "derived-to-base", "base-to-derived",
                                                             "dynamic",         "void",
                                                             "to-union",        "complex",
                                                             "member-pointer",  "vector",
                                                             "atomic-to-value", "value-to-atomic"};
static_assert(kCastNames.size() == static_cast<size_t>(CastKind::ValueToAtomic) + 1);
constexpr std::string_view cast_name(CastKind kind) {
  return kCastNames[static_cast<size_t>(kind)];
}

/// Kids of a Call: the callee, then for methods the address of the object, then the arguments.
enum class CallKind : uint8_t {
  Plain,    // callee is a FunctionRef: exactly that function; anything else: through a value
  Method,   // callee is the FunctionRef of a method that is called without dispatch
  Virtual,  // callee is the FunctionRef of the statically chosen method; the object's class decides
  MemberPointer,  // callee is a value of member pointer type
};
inline constexpr std::array<std::string_view, 4> kCallNames{"plain", "method", "virtual",
                                                            "member-pointer"};
static_assert(kCallNames.size() == static_cast<size_t>(CallKind::MemberPointer) + 1);

}  // namespace assay::ir
