// PASTE 2002, figure 8: which functions may return null, by counting.
sm null_checker_stat local {
  state killvars decl any_pointer v;
  decl any_fn_call call;
  decl any_args args;
  decl any_expr x, y;

  // Put any pointer returned by a function in
  // unknown state and record function name in
  // data field.
  start:
    { v = call(args) } ==> v.unknown,
      { mc_v_set_data(v, mc_identifier(call)); }
  ;
v.unknown:
  { (v == NULL) } || { (v != NULL) } ==> v.stop,
    { v_note("NULL_STAT", v,
      "Checking ptr [SUCCESS=$data]"); }
  | { *(any *)v } || { memset(v, x, y) } ==> v.stop,
    { v_err("NULL_STAT", v,
      "Using \"\$name\" illegally! [FAIL=$data]"); }
  ;
}
