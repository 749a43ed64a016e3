// Results that are mostly looked at: who ignores them is an exception.
//
// unchecked-result (warning, CWE-252, 3.0): A result that others look at is ignored
//
// A function whose result is looked at nearly everywhere tells something by it, mostly whether it
// worked.  Where the result is dropped, the failure is not seen.
//
// To mend it, look at the result, or cast it to void where it does not matter.
//
// Runs only when named: many a result is looked at for its value alone.
sm_header {
  static int has_result(mc_tree call) { return strcmp(mc_type_resolved(call), "void") != 0; }
}

sm unchecked_result local {
  decl any_fn_call call;
  decl any_args args;

  start:
    { (void)call(args) } ==> { }
  | { call(args); } && ${ mc_identifier(call) && has_result(call) } ==>
      { err("the result of `%s` is ignored [FAIL=%s]", mc_identifier(call), mc_identifier(call)); }
  | { call(args) } && ${ mc_identifier(call) && has_result(call) } ==>
      { note("the result of `%s` is looked at [SUCCESS=%s]", mc_identifier(call),
             mc_identifier(call)); }
  ;
}
