// Functions whose result is mostly compared with null: who does not compare it is an exception.
//
// null-unchecked (warning, CWE-252, 4.0): A result that others compare with null is used unseen
//
// Which functions may answer null is counted, not declared: a function whose result is compared
// with null nearly everywhere may answer null.  The rest of its callers are ranked by how sure
// that makes it.
//
// To mend it, compare the result with null.
sm null_statistical local {
  state decl any_pointer v;
  decl any_fn_call call;
  decl any_args args;
  decl any_expr x, y;

  start: { v = call(args) } ==> v.unchecked, { mc_v_set_data(v, mc_identifier(call)); };

  v.unchecked:
    { (v == NULL) } || { (v != NULL) } ==> v.stop,
      { v_note("null-unchecked", v, "'$name' is compared with null [SUCCESS=$data]"); }
  | { *(any *)v } || { memset(v, x, y) } ==> v.stop,
      { v_err("null-unchecked", v,
              "'$name', from '$data', is used without a look whether it is null [FAIL=$data]"); }
  ;
}
