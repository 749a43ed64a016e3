// A pointer that was compared with null is not dereferenced where it is null.
//
// null-deref (warning, CWE-476, 5.3): A pointer that may be null is dereferenced
//
// Who compares a pointer with null believes that it may be null.  Where the comparison says that
// it is, and the pointer is used all the same, the belief or the use is wrong.
//
// To mend it, leave the null case before the use, or drop a comparison that is never true.
//
// A comparison that a macro makes is its author's belief and does not count. One function at a time.
.module kill-paths.m

sm null_belief local {
  state decl any_pointer v;
  decl any_pointer v1;

  pat null_comp = { ((v = v1) == NULL) } || { (v == NULL) };
  pat not_null_comp = { ((v = v1) != NULL) } || { (v != NULL) };

  // A macro's comparison is the macro author's belief, not that of who uses it.
  start, v.null:
    not_null_comp && ${ !mc_in_macro(v) } ==> true=v.stop, false=v.null
  | null_comp && ${ !mc_in_macro(v) } ==> true=v.null, false=v.stop
  ;
  v.null: { *(any *)v } ==> v.stop,
    { v_err("null-deref", v, "`$name` is used where it was found to be null"); };
}
