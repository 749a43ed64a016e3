// A pointer that was compared with null is not dereferenced where it is null.
//
// null-deref (warning, CWE-476, 5.3): A pointer that may be null is dereferenced
//
// Who compares a pointer with null believes that it may be null.  Where the comparison says that
// it is, and the pointer is used all the same, the belief or the use is wrong.
//
// To mend it, leave the null case before the use, or drop a comparison that is never true.
//
// A comparison that a macro makes is its author's belief and does not count; nor does one that only
// guards the rest of its condition (`p && p->n > 3`), nor does a use in a loop that the comparison is
// not in, or in a later round of the same one: what is null has no elements to walk over. One function
// at a time. Who has followed a pointer already does not believe that it may be null.
.module macros.m
.module kill-paths.m

sm_header {
  /* Part of a larger condition, whose other parts may well speak of the same case. */
  static int is_guard(mc_tree t) {
    for (t = mc_parent(t); t; t = mc_parent(t)) {
      const char *op = mc_op(t);
      if (!strcmp(op, "log-and") || !strcmp(op, "log-or")) return 1;
      if (strcmp(op, "log-not") && strcmp(op, "eq") && strcmp(op, "ne")) return 0;
    }
    return 0;
  }
  /* `if (p || x)`: what follows was meant for a null p, too. */
  static int is_alternative(mc_tree t) {
    mc_tree around = mc_parent(t);
    return around && !strcmp(mc_op(around), "log-or") && mc_equal(mc_kid(around, 1), t);
  }
}

sm null_belief local {
  state decl any_pointer v;
  decl any_pointer v1;
  decl any_expr x, y;

  pat null_comp = { ((v = v1) == NULL) } || { (v == NULL) };
  pat not_null_comp = { ((v = v1) != NULL) } || { (v != NULL) };

  pat use =
    { *(any *)v } || { strlen(v) } || { strcmp(v, x) } || { strcmp(x, v) } || { strncmp(v, x, y) }
  || { strncmp(x, v, y) } || { strcpy(v, x) } || { strcpy(x, v) } || { strcat(v, x) } || { strcat(x, v) }
  || { strchr(v, x) } || { strdup(v) } || { memcpy(v, x, y) } || { memcpy(x, v, y) }
  || { memset(v, x, y) };

  // Who has followed the pointer already knows that it is not null.
  start: { *(any *)v } && ${ mc_is_local(v) } ==> v.followed;
  start:
    not_null_comp && ${ !mc_in_macro(v) && !is_guard(mc_stmt) } ==> true=v.stop, false=v.null, { remember_comparison(v, mc_stmt); }
  | null_comp && ${ !mc_in_macro(v) && !is_guard(mc_stmt) } ==> true=v.null, false=v.stop, { remember_comparison(v, mc_stmt); }
  | not_null_comp && ${ !mc_in_macro(v) } ==> true=v.stop, false=v.guarded, { remember_comparison(v, mc_stmt); }
  | null_comp && ${ !mc_in_macro(v) } ==> true=v.guarded, false=v.stop, { remember_comparison(v, mc_stmt); }
  ;
  v.null:
    not_null_comp ==> true=v.stop, false=v.null
  | null_comp ==> true=v.null, false=v.stop
  ;
  // What guards the rest of its condition tells little, unless nothing else decides what follows.
  v.guarded:
    { x } && ${ is_alternative(mc_stmt) } ==> true=v.null, false=v.stop
  | { x } ==> true=v.stop, false=v.stop
  ;
  v.followed: { *(any *)v } ==> { };
  v.null, v.guarded: use && ${ is_in_another_round(v, mc_stmt) } ==> v.stop;
  v.null, v.guarded: use ==> v.stop,
    { v_err("null-deref", v, "'$name' is used where it was found to be null"); };
}
