// Functions whose result is mostly compared with null: who does not compare it is an exception.
//
// null-unchecked (warning, CWE-252, 4.0): A result that others compare with null is used unseen
//
// Which functions may answer null is counted, not declared: a function whose result is compared
// with null nearly everywhere may answer null.  The rest of its callers are ranked by how sure
// that makes it.
//
// To mend it, compare the result with null.
//
// A function of the program that looks something up answers null where there is nothing, and its caller
// may well know that there is.  So only functions that make something (`alloc`, `new`, `dup`, `open` and
// the like in their names) and those of libraries count.
.module macros.m

sm_header {
  static int may_fail(mc_tree call) {
    static const char *const makes[] = { "alloc", "Alloc", "dup", "Dup", "new", "New", "create",
                                         "Create", "open", "Open", "make", "Make" };
    if (!mc_has_body(call) || mc_fn_has_attribute(call, "malloc")) return 1;
    for (size_t i = 0; i < sizeof makes / sizeof *makes; ++i)
      if (name_has(call, makes[i])) return 1;
    return 0;
  }
}

sm null_statistical local {
  state decl any_pointer v;
  decl any_fn_call call;
  decl any_args args;
  decl any_expr x, y;

  start: { v = call(args) } && ${ may_fail(call) } ==> v.unchecked, { mc_v_set_data(v, mc_identifier(call)); };

  v.unchecked:
    { (v == NULL) } || { (v != NULL) } ==> v.stop,
      { v_note("null-unchecked", v, "'$name' is compared with null [SUCCESS=$data]"); }
  | { *(any *)v } || { memset(v, x, y) } ==> v.stop,
      { v_err("null-unchecked", v,
              "'$name', from '$data', is used without a look whether it is null [FAIL=$data]"); }
  ;
}
