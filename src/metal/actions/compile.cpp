#include "metal/actions/compile.h"

#include "metal/actions/c_mistakes.h"
#include "metal/actions/generate.h"
#include "metal/actions/native_module.h"
#include "metal/actions/rule_headers.h"
#include "metal/actions/rule_symbols.h"

namespace assay::metal {

Result<Bytes> compile_actions(const Composition& composition) {
  const CompilerEntry* compiler = TRY(rule_compiler());
  CodeTable table(composition);
  CompiledUnit unit =
      compiler->compile(generate_c(composition, table), rule_headers(), rule_symbols());
  CMistakes mistakes = describe_mistakes(unit.diagnostics, composition, table);
  if (!mistakes.errors.empty()) return Error{mistakes.error_text()};
  for (size_t i = 0; i < table.entries().size(); ++i)
    if (!unit.functions.contains(CodeTable::symbol(CodeId(i))))
      return input_error("{} is not compiled: an '#if' of a header hides it",
                         table.entries()[i].description);
  return encode_action_object({.key = TRY(actions_key(composition)),
                               .warnings = std::move(mistakes.warnings),
                               .keeps_data = unit.keeps_data,
                               .code = std::move(unit.object)});
}

}  // namespace assay::metal
