#include <z3.h>

#include "prover/solvers.h"

namespace assay::bench {
namespace {

using logic::Verdict;

class Z3 : public Rival {
 public:
  explicit Z3(uint32_t milliseconds) : milliseconds_(milliseconds) {
    Z3_config config = Z3_mk_config();
    context_ = Z3_mk_context(config);
    Z3_del_config(config);
    Z3_set_error_handler(context_, [](Z3_context, Z3_error_code) {});
  }
  ~Z3() override { Z3_del_context(context_); }
  std::string_view name() const override { return "z3"; }

  bool prepare(const std::string& script, const logic::TermPool&,
               std::span<const logic::Term>) override {
    // The logic and the question are ours to give.
    functions_ = script.find("QF_UFBV") != std::string::npos;
    std::string assertions = script.substr(0, script.rfind("(check-sat)"));
    assertions_ = Z3_parse_smtlib2_string(context_, assertions.c_str(), 0, nullptr, nullptr, 0,
                                          nullptr, nullptr);
    if (Z3_get_error_code(context_) != Z3_OK) return false;
    Z3_ast_vector_inc_ref(context_, assertions_);
    return true;
  }

  Verdict solve() override {
    Z3_solver solver = Z3_mk_solver_for_logic(
        context_, Z3_mk_string_symbol(context_, functions_ ? "QF_UFBV" : "QF_BV"));
    Z3_solver_inc_ref(context_, solver);
    Z3_params params = Z3_mk_params(context_);
    Z3_params_inc_ref(context_, params);
    Z3_params_set_uint(context_, params, Z3_mk_string_symbol(context_, "timeout"), milliseconds_);
    Z3_solver_set_params(context_, solver, params);
    for (unsigned i = 0; i < Z3_ast_vector_size(context_, assertions_); ++i)
      Z3_solver_assert(context_, solver, Z3_ast_vector_get(context_, assertions_, i));
    Z3_lbool answer = Z3_solver_check(context_, solver);
    Z3_params_dec_ref(context_, params);
    Z3_solver_dec_ref(context_, solver);
    Z3_ast_vector_dec_ref(context_, assertions_);
    if (answer == Z3_L_TRUE) return Verdict::Sat;
    return answer == Z3_L_FALSE ? Verdict::Unsat : Verdict::Unknown;
  }

 private:
  uint32_t milliseconds_;
  Z3_context context_;
  Z3_ast_vector assertions_ = nullptr;
  bool functions_ = false;
};

}  // namespace

std::unique_ptr<Rival> make_z3(uint32_t milliseconds) { return std::make_unique<Z3>(milliseconds); }

}  // namespace assay::bench
