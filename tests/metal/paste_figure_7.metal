// PASTE 2002, figure 7: who compares a pointer with null believes that it may be null.
.module macros.m
.module kill-paths.m

sm internal_null_checker subsume {
    state killvars decl any_pointer v;
    decl any_pointer v1;

    // null comparisons
    pat null_comp =
{ ((v = v1) == NULL) }
  || { (v == NULL) }
;
// non-null comparisons
pat not_null_comp =
{ ((v = v1) != NULL) }
  || { (v != NULL) }
;

// Only track pointers directly involved in a
// comparison rather than all pointers.
start, v.null:
not_null_comp && ${ !mc_in_macro(v) } ==>
  true = v.stop, false = v.null
| null_comp && ${ !mc_in_macro(v) } ==>
  true = v.null, false = v.stop
;
v.null: { *(any*)v } ==> v.stop,
{ v_err("NULL", v, "Using \"${name}\" illegally!"); }
;
}
