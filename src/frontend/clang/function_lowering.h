// One function: from Clang's tree to nodes, points and blocks.
//
// The lowering is structured like a compiler's code generator: expressions are lowered in
// evaluation order into the current block, objects are built in place (`lower_into`), and a
// stack of cleanups says what has to happen when control leaves here, normally or by unwinding.
// Cleanups form a tree (each knows the one below it), and what is emitted for leaving from one
// towards one target is emitted once and shared, so a function with many returns stays linear.
//
// The lowering recurses as Clang does, on the stack of 1 GiB that Clang's parser has just used
// for the same nesting, and gives up on an expression nested deeper than kMaxDepth.
#pragma once

#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "frontend/clang/body_builder.h"
#include "frontend/clang/clang_headers.h"
#include "frontend/clang/unit_lowering.h"
#include "ir/unit.h"

namespace assay::frontend {

using ir::LocalId;
using ir::Op;
using ir::SymbolId;
using ir::TypeId;

/// A place to build an object in: a base, and steps into it.  Nodes for it are made anew at each
/// use, because every node has one parent.
struct Dest {
  enum class Base : uint8_t { Local, Global, Pointer };
  struct Step {
    enum class Kind : uint8_t { Field, Element, BaseClass } kind;
    uint32_t index = 0;    // Field: its index; Element: its position
    clang::QualType type;  // of the place after the step
  };
  Base base = Base::Local;
  LocalId local;
  SymbolId symbol;
  NodeId pointer;        // its value points to the object
  clang::QualType type;  // of the base's place
  std::vector<Step> steps;

  clang::QualType place_type() const { return steps.empty() ? type : steps.back().type; }
  Dest field(const clang::FieldDecl* field) const;
  Dest element(uint64_t index, clang::QualType type) const;
  Dest base_class(clang::QualType type) const;
};

using CleanupId = Id<struct CleanupTag>;

class FunctionLowering {
 public:
  FunctionLowering(UnitLowering& unit, const clang::FunctionDecl* function);

  void lower_function();
  /// The body that sets one global to a constant.
  void lower_global_object(SymbolId symbol, const clang::VarDecl* variable, clang::QualType type);
  /// One variable more in the unit's initialiser: its value unless constant, its destruction.
  void lower_dynamic_initialiser(const clang::VarDecl* variable);
  /// What is lowered between them runs once in each thread: `guard` says whether it has.
  void begin_once(SymbolId guard, clang::SourceRange where);
  void end_once();
  ir::Function finish(SymbolId symbol, ir::FunctionKind kind, clang::SourceRange whole);

 private:
  static constexpr int kMaxDepth = 200'000;

  struct Cleanup {
    enum class Kind : uint8_t {
      ScopeEnd,    // a local's life ends
      Destroy,     // a local's or temporary's destructor
      Call,        // __attribute__((cleanup(f)))
      SubObject,   // a base or member: of a half-built object, or in a destructor
      Deallocate,  // operator delete for a new-expression whose constructor throws
      Handler,     // a try block: unwinding stops here, perhaps
      CatchEnd,    // a handler lets go of its exception
    };
    Kind kind = Kind::ScopeEnd;
    bool on_exit = true;  // when control leaves normally
    bool on_unwind = true;
    bool is_guard = false;  // of something half-built: dropped when it is complete
    LocalId local;
    LocalId active;  // a flag: only if the object was built (conditional temporaries)
    Dest dest;
    const clang::CXXDestructorDecl* destructor = nullptr;
    const clang::FunctionDecl* function = nullptr;
    std::vector<NodeId> arguments;  // Deallocate: after the pointer
    clang::SourceRange where;
    BlockId handler;  // Handler: the dispatch
    CleanupId below;
    uint32_t depth = 0;
    std::optional<BlockId> landing;    // made on demand; none inside: out of the function
    std::map<BlockId, BlockId> exits;  // chain of cleanups from here to a target
  };

  // nodes (lower_nodes.cpp)
  TypeId type(clang::QualType type) { return unit_.type(type); }
  ir::Place place(clang::SourceRange range);
  clang::SourceRange range_of(const clang::Stmt* stmt);
  /// Keeps how the source writes `expr`, which became `node`, if its tree does not print so.
  void spell(NodeId node, const clang::Expr* expr, clang::SourceRange where);
  NodeId make(Op op, clang::QualType type, uint32_t flags, std::initializer_list<NodeId> kids,
              uint64_t payload, clang::SourceRange where);
  NodeId make(Op op, clang::QualType type, uint32_t flags, std::span<const NodeId> kids,
              uint64_t payload, clang::SourceRange where);
  NodeId point(Op op, clang::QualType type, uint32_t flags, std::initializer_list<NodeId> kids,
               uint64_t payload, clang::SourceRange where);
  NodeId point(Op op, clang::QualType type, uint32_t flags, std::span<const NodeId> kids,
               uint64_t payload, clang::SourceRange where);
  void append(NodeId node);
  NodeId int_literal(const llvm::APInt& value, bool is_signed, clang::QualType type, uint32_t flags,
                     clang::SourceRange where);
  NodeId small_int(int64_t value, clang::QualType type, clang::SourceRange where);
  NodeId float_literal(const llvm::APFloat& value, clang::QualType type, clang::SourceRange where);
  NodeId unsupported(std::string_view construct, const clang::Stmt* what,
                     std::span<const NodeId> kids = {});
  NodeId again(NodeId node, clang::SourceRange where);
  NodeId local_place(LocalId local, clang::SourceRange where, uint32_t flags = 0);
  NodeId load(NodeId place, clang::QualType type, clang::SourceRange where);
  NodeId dest_place(const Dest& dest, clang::SourceRange where);
  NodeId dest_address(const Dest& dest, clang::SourceRange where);
  LocalId temporary(clang::QualType type);
  Dest local_dest(LocalId local, clang::QualType type) const;
  uint32_t expr_flags(const clang::Expr* expr);

  // expressions (lower_expr*.cpp)
  NodeId lower(const clang::Expr* expr);
  NodeId lower_expr(const clang::Expr* expr);
  NodeId lower_full(const clang::Expr* expr);
  NodeId lower_decl_ref(const clang::DeclRefExpr* ref);
  NodeId lower_variable(const clang::VarDecl* variable, clang::QualType type,
                        clang::SourceRange where, uint32_t flags);
  NodeId place_in_thread(const clang::VarDecl* variable, clang::SourceRange where, uint32_t flags);
  NodeId lower_member(const clang::MemberExpr* member);
  NodeId lower_unary(const clang::UnaryOperator* unary);
  NodeId lower_member_address(const clang::UnaryOperator* unary);
  NodeId lower_binary(const clang::BinaryOperator* binary);
  NodeId lower_cast(const clang::CastExpr* cast);
  NodeId lower_conditional(const clang::AbstractConditionalOperator* conditional, const Dest* dest);
  NodeId lower_operator_chain(const clang::BinaryOperator* top);
  NodeId lower_short_circuit(const clang::BinaryOperator* binary);
  NodeId lower_logical_lanes(const clang::BinaryOperator* binary);
  NodeId lower_condition(const clang::Expr* condition, BlockId on_true, BlockId on_false);
  NodeId lower_statement_expression(const clang::StmtExpr* expr, const Dest* dest);
  NodeId lower_sizeof(const clang::UnaryExprOrTypeTraitExpr* expr);
  NodeId lower_offsetof(const clang::OffsetOfExpr* expr);
  NodeId lower_string(const clang::StringLiteral* literal);
  NodeId lower_atomic(const clang::AtomicExpr* atomic);
  NodeId lower_constant(const clang::Expr* expr, const clang::APValue& value);
  void lower_variable_array_bounds(clang::QualType type);
  NodeId vla_size(clang::QualType type, clang::SourceRange where);

  // calls (lower_call.cpp)
  NodeId lower_call(const clang::CallExpr* call);
  bool copies_bytes(const clang::CXXMethodDecl* method) const;
  NodeId lower_trivial_assignment(const clang::CallExpr* call);
  NodeId emit_call(NodeId callee, ir::CallKind kind, std::vector<NodeId> arguments,
                   const clang::Expr* call, const clang::FunctionDecl* function,
                   const clang::FunctionProtoType* prototype);
  NodeId lower_argument(const clang::Expr* argument);
  NodeId mark_default(const clang::Expr* argument, NodeId value);
  NodeId function_ref(const clang::FunctionDecl* function, clang::SourceRange where);
  NodeId callee_node(const clang::Expr* callee);
  NodeId object_address(const clang::Expr* object, bool is_arrow);
  NodeId runtime_call(std::string_view name, clang::QualType result, std::vector<NodeId> arguments,
                      const clang::Expr* where);
  bool may_throw(const clang::FunctionDecl* function,
                 const clang::FunctionProtoType* prototype) const;

  // objects (lower_init.cpp, lower_objects.cpp)
  NodeId lower_into(const Dest& dest, const clang::Expr* expr);
  NodeId lower_into_expr(const Dest& dest, const clang::Expr* expr);
  NodeId init(const Dest& dest, NodeId value, clang::SourceRange where, uint32_t flags = 0);
  /// `count`: how many elements `new` made, where only the run knows; none otherwise.
  NodeId lower_init_list(const Dest& dest, const clang::InitListExpr* list,
                         NodeId count = NodeId());
  NodeId lower_init_list_value(const clang::InitListExpr* list);
  bool is_value_list(const clang::InitListExpr* list);
  NodeId lower_construct(const Dest& dest, const clang::CXXConstructExpr* construct);
  NodeId construct(const Dest& dest, const clang::CXXConstructorDecl* constructor,
                   std::vector<NodeId> arguments, clang::SourceRange where, uint32_t flags);
  NodeId destroy(const Dest& dest, const clang::CXXDestructorDecl* destructor,
                 clang::SourceRange where, uint32_t flags = ir::kImplicit);
  NodeId at_exit(const Dest& dest, clang::SourceRange where);
  NodeId lower_guarded(const clang::VarDecl* variable, bool is_constant, bool is_guarded);
  NodeId lower_temporary(const clang::MaterializeTemporaryExpr* temporary);
  NodeId object_in_temporary(const clang::Expr* expr);
  NodeId lower_compound_literal(const clang::CompoundLiteralExpr* literal);
  NodeId zero_fill(const Dest& first, NodeId bytes, const clang::Expr* where);
  NodeId lower_lambda(const Dest& dest, const clang::LambdaExpr* lambda);
  NodeId lower_initializer_list(const Dest& dest, const clang::CXXStdInitializerListExpr* list);
  NodeId lower_new(const clang::CXXNewExpr* expr);
  NodeId lower_delete(const clang::CXXDeleteExpr* expr);
  NodeId lower_throw(const clang::CXXThrowExpr* expr);
  NodeId lower_typeid(const clang::CXXTypeidExpr* expr);
  void push_destroy(const Dest& dest, clang::QualType type, clang::SourceRange where, bool on_exit);
  const clang::CXXDestructorDecl* destructor_of(clang::QualType type);
  void lower_lambda_invoker(const clang::CXXMethodDecl* invoker);
  LocalId most_derived_flag(clang::SourceRange where);
  void lower_constructor_prologue(const clang::CXXConstructorDecl* constructor);
  void push_destructor_epilogue(const clang::CXXDestructorDecl* destructor);
  Dest this_dest();

  // large tables; copied arrays; the elements that no list writes (lower_arrays.cpp)
  NodeId lower_table(const clang::InitListExpr* list);
  NodeId lower_array_copy(const Dest& dest, const clang::ArrayInitLoopExpr* copy);
  Dest element_at(const Dest& array, clang::QualType element, NodeId index);
  void for_each_element(NodeId first, NodeId count, std::vector<NodeId>& parts,
                        llvm::function_ref<void(NodeId index)> build);
  NodeId lower_filled(const Dest& part, const clang::Expr* filler);
  NodeId fill_at_once(const Dest& first, const clang::Expr* filler, NodeId rest, NodeId bytes,
                      const clang::Expr* list);
  void fill_array(const Dest& dest, clang::QualType element, uint64_t given, uint64_t count,
                  const clang::Expr* filler, std::vector<NodeId>& parts);
  void fill_allocated(const Dest& dest, clang::QualType element, uint64_t given, NodeId count,
                      const clang::Expr* filler, std::vector<NodeId>& parts);

  // vectors by their elements (lower_vectors.cpp)
  NodeId lower_shuffle(const clang::ShuffleVectorExpr* shuffle);
  NodeId lower_convert(const clang::ConvertVectorExpr* convert);
  LocalId keep_vector(const clang::Expr* vector, std::vector<NodeId>& parts);
  NodeId vector_element(LocalId vector, NodeId index, clang::QualType element);
  NodeId finish_vector(const clang::Expr* expr, std::span<const NodeId> elements,
                       std::vector<NodeId>& parts);

  // statements (lower_stmt.cpp, lower_decl.cpp)
  NodeId lower_stmt(const clang::Stmt* stmt);
  NodeId lower_stmt_kind(const clang::Stmt* stmt);
  NodeId lower_compound(const clang::CompoundStmt* compound, const Dest* value_dest, NodeId* value);
  NodeId lower_if(const clang::IfStmt* stmt);
  NodeId lower_while(const clang::WhileStmt* stmt);
  NodeId lower_do(const clang::DoStmt* stmt);
  NodeId lower_for(const clang::ForStmt* stmt);
  NodeId lower_range_for(const clang::CXXForRangeStmt* stmt);
  NodeId lower_switch(const clang::SwitchStmt* stmt);
  NodeId lower_case(const clang::SwitchCase* stmt);
  NodeId lower_label(const clang::LabelStmt* stmt);
  NodeId lower_goto(const clang::GotoStmt* stmt);
  NodeId lower_indirect_goto(const clang::IndirectGotoStmt* stmt);
  void finish_indirect_gotos();
  NodeId lower_return(const clang::ReturnStmt* stmt);
  const clang::VarDecl* returned_in_place(const clang::ReturnStmt* stmt);
  void leave_with(LocalId kept, NodeId result);
  NodeId lower_asm(const clang::AsmStmt* stmt);
  /// Of a constructor or destructor: around all that it does; what its handlers caught goes on.
  enum class TryOf { Statement, Maker };
  NodeId lower_try(const clang::CXXTryStmt* stmt, TryOf of);
  NodeId lower_maker_body(const clang::Stmt* body);
  NodeId lower_union_assignment(const clang::CXXMethodDecl* method);
  NodeId lower_handler(const clang::CXXCatchStmt* handler, BlockId after, TryOf of);
  NodeId lower_caught_copy(const clang::VarDecl* variable, LocalId exception);
  NodeId lower_decl_stmt(const clang::DeclStmt* stmt);
  NodeId lower_variable_decl(const clang::VarDecl* variable);
  NodeId lower_static_local(const clang::VarDecl* variable);
  void note_label_addresses(const clang::Expr* value);
  void take_address(const clang::LabelDecl* label);
  void lower_bindings(const clang::DecompositionDecl* declaration, std::vector<NodeId>& kids);
  LocalId local_for(const clang::VarDecl* variable);
  ir::LabelId label_for(const clang::LabelDecl* label);
  BlockId label_block(const clang::LabelDecl* label);

  // cleanups (cleanups.cpp)
  CleanupId push_cleanup(Cleanup cleanup);
  void pop_cleanups(CleanupId to);
  void forget_cleanups(CleanupId to) { top_ = to; }
  void drop_guards(CleanupId above);
  void emit_cleanup(CleanupId cleanup, bool unwinding, bool falls = false);
  void leave_to(BlockId target, CleanupId target_depth);
  BlockId exit_chain(CleanupId from, CleanupId to, BlockId target);
  BlockId unwind_target();
  BlockId landing_for(CleanupId cleanup);
  BlockId end_block(ir::Terminator terminator, bool unwinding);
  BlockId resume_block();
  BlockId return_block();
  BlockId terminate_block();
  void resolve_gotos();
  CleanupId common(CleanupId a, CleanupId b) const;
  uint32_t depth_of(CleanupId id) const { return id.valid() ? cleanups_[id.index()].depth + 1 : 0; }

  struct JumpTarget {
    BlockId block;
    CleanupId depth;
  };
  struct SwitchContext {
    std::vector<ir::Edge> edges;
    BlockId default_block;
    bool is_signed = true;
  };
  struct PendingGoto {
    BlockId from;  // an empty block that control has been sent to
    CleanupId depth;
    const clang::LabelDecl* label;
  };
  struct LabelState {
    ir::LabelId id;
    BlockId block;
    CleanupId depth;
    bool defined = false;
  };

  UnitLowering& unit_;
  clang::ASTContext& context_;
  const clang::FunctionDecl* function_;
  BodyBuilder builder_;
  clang::SourceRange at_;  // for nodes that have no place of their own

  llvm::DenseMap<const clang::VarDecl*, LocalId> locals_;
  llvm::DenseMap<const clang::OpaqueValueExpr*, NodeId> opaque_;
  llvm::DenseMap<const clang::Expr*, NodeId> vla_bounds_;
  llvm::DenseMap<const clang::Stmt*, clang::SourceLocation> begins_, ends_;  // of deep trees
  std::map<const clang::LabelDecl*, LabelState> labels_;
  std::vector<const clang::LabelDecl*> address_taken_labels_;
  LocalId goto_target_;  // where the next `goto *p` leads; none: there is no such
  BlockId goto_dispatch_;
  std::vector<PendingGoto> gotos_;
  std::vector<JumpTarget> breaks_;
  std::vector<JumpTarget> continues_;
  std::vector<SwitchContext> switches_;

  std::vector<Cleanup> cleanups_;
  CleanupId top_;
  CleanupId full_expression_;      // below the current full-expression's temporaries
  std::vector<Cleanup> extended_;  // temporaries that live on with the declared reference
  std::optional<BlockId> resume_;
  std::optional<BlockId> return_;
  std::optional<BlockId> terminate_;
  int conditional_depth_ = 0;  // inside an arm that may not be evaluated
  BlockId conditional_start_;  // where the outermost such arm was decided
  BlockId once_end_;
  LocalId this_;
  LocalId return_slot_;
  std::map<LocalId, BlockId> kept_returns_;  // that leave a variable to the caller
  std::vector<NodeId> array_index_;          // of the enclosing ArrayInitLoopExpr
  const Dest* default_init_this_ =
      nullptr;  // `this` in a default member initialiser of an aggregate
  int depth_ = 0;
  uint64_t scope_depth_ = 0;  // 0: the function's outermost scope
};

}  // namespace assay::frontend
