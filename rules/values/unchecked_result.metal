// Results that are mostly checked: who ignores them is an exception.
//
// unchecked-result (warning, CWE-252, 3.0): A result that others check is ignored
//
// A function whose result is compared with something nearly everywhere tells by it whether it
// worked. Where the result is dropped, the failure is not seen.
//
// To mend it, look at the result, or cast it to void where it does not matter.
//
// A result that is used as a value, and not compared, counts for neither side.
// Runs only when named: where a failure can do no harm, programs say so by silence more often than
// by a cast.
sm_header {
  static int has_result(mc_tree call) {
    return mc_identifier(call) && strcmp(mc_type_resolved(call), "void") != 0;
  }
}

sm unchecked_result local {
  state decl any_scalar v;
  decl any_fn_call call;
  decl any_args args;
  decl any_expr x;

  pat call_compared =
    { call(args) == x } || { call(args) != x } || { call(args) < x } || { call(args) <= x }
  || { call(args) > x } || { call(args) >= x } || { call(args) == 0 } || { call(args) != 0 };
  pat compared =
    { v == x } || { v != x } || { v < x } || { v <= x } || { v > x } || { v >= x } || { v == 0 }
  || { v != 0 };

  start:
    { (void)call(args) } ==> { }
  | { call(args); } && ${ has_result(call) } ==>
      { err("the result of '%s' is ignored [FAIL=%s]", mc_identifier(call), mc_identifier(call)); }
  | call_compared && ${ has_result(call) } ==>
      { note("the result of '%s' is checked [SUCCESS=%s]", mc_identifier(call), mc_identifier(call)); }
  | { v = call(args) } && ${ has_result(call) } ==> v.kept, { mc_v_set_data(v, mc_identifier(call)); }
  ;
  v.kept: compared ==> v.stop,
    { v_note("unchecked-result", v, "'$name', from '$data', is checked [SUCCESS=$data]"); };
}
