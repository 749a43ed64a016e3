// A number from outside is compared with its bounds before it is an index or a size.
//
// tainted-size (warning, CWE-129, 7.0): A number from outside is an index or a size without a look
//
// What arrives over the network or on the command line may be any number.  As an index or as the
// length of a copy it leads out of the array.
//
// To mend it, compare it with the bounds first.
//
// Any comparison counts as a look, and so does a `switch`; memory of that size makes the number its
// bound. A text that stands in a container of the program (`char *s = node->value`, which is a `void *`) is the
// program's own: from where it once came is not known. A value computed from the number is another value: the rule finds numbers that nobody looked at,
// not bounds that are wrong.
sm_header {
  static int is_from_outside(mc_tree t) {
    static const char *const answers[] = { "ntohs", "ntohl", "be16toh", "be32toh", "atoi", "atol",
                                           "strtol", "strtoul" };
    for (size_t i = 0; i < sizeof answers / sizeof *answers; ++i)
      if (mc_is_call_to(t, answers[i])) return 1;
    return 0;
  }
  static int is_in_container(mc_tree value) {
    return !strcmp(mc_op(value), "member") && !strcmp(mc_type_resolved(value), "void *");
  }
  /* `char *s = node->value`: -1 where this is no such. */
  static int is_given_kept(mc_tree one, mc_tree text) {
    if (strcmp(mc_op(one), "assign") && strcmp(mc_op(one), "init")) return -1;
    return mc_equal(mc_kid(one, 0), text) ? is_in_container(mc_kid(one, 1)) : -1;
  }
  static int is_kept(mc_tree text, mc_tree at) {
    mc_tree around = mc_is_local(text) ? mc_parent(at) : 0;
    if (is_in_container(text)) return 1;
    for (; around; around = mc_parent(around)) {
      int i, k, n = mc_nkids(around), kept = -1;
      for (i = 0; i < n && kept < 0; ++i) {
        mc_tree one = mc_kid(around, i);
        if (!one) continue;
        kept = is_given_kept(one, text);
        /* A declaration stands in a group of its own. */
        for (k = 0; kept < 0 && !strcmp(mc_op(one), "compound") && k < mc_nkids(one); ++k)
          if (mc_kid(one, k)) kept = is_given_kept(mc_kid(one, k), text);
      }
      if (kept >= 0) return kept;
    }
    return 0;
  }
  static int is_text_kept(mc_tree number, mc_tree at) {
    return mc_is_call(number) && mc_nargs(number) > 0 && is_kept(mc_arg(number, 0), at);
  }
  static int is_switched_on(mc_tree t) {
    mc_tree around = mc_parent(t);
    return around && !strcmp(mc_op(around), "switch");
  }
}

sm tainted_size {
  state decl any_scalar v;
  decl any_expr x, y, a;

  pat arrives =
    { v = ntohs(x) } || { v = ntohl(x) } || { v = be16toh(x) } || { v = be32toh(x) };
  pat is_read =
    { v = atoi(x) } || { v = atol(x) } || { v = strtol(x, y, a) } || { v = strtoul(x, y, a) };
  pat checked =
    { v < x } || { v > x } || { v <= x } || { v >= x } || { v == x } || { v != x };

  pat hands_on =
    { return ntohs(x); } || { return ntohl(x); } || { return atoi(x); } || { return atol(x); };

  pat is_index = { a[v] };
  pat is_size =
    { memcpy(x, y, v) } || { memmove(x, y, v) } || { memset(x, y, v) } || { read(x, y, v) }
  || { strncpy(x, y, v) };
  pat sizes_memory =
    { malloc(x) } || { calloc(x, y) } || { calloc(y, x) } || { realloc(y, x) } || { alloca(x) };

  start:
    arrives ==> v.any
  | is_read && ${ !is_kept(x, mc_stmt) } ==> v.any
  | hands_on && { return v; } && ${ !mc_is_root() } ==> v.any
  | is_index && ${ is_from_outside(v) && !is_text_kept(v, mc_stmt) } ==>
      { v_err("tainted-size", v, "'$name' comes from outside and is an index [SECURITY]"); }
  | is_size && ${ is_from_outside(v) && !is_text_kept(v, mc_stmt) } ==>
      { v_err("tainted-size", v, "'$name' comes from outside and is a size [SECURITY]"); }
  ;
  v.any:
    checked ==> v.stop
  | { v } && ${ is_switched_on(mc_stmt) } ==> v.stop
  | sizes_memory && ${ mc_mentions(x, v) } ==> v.stop
  | is_index ==> v.stop,
      { v_err("tainted-size", v, "'$name' comes from outside and is an index [SECURITY]"); }
  | is_size ==> v.stop,
      { v_err("tainted-size", v, "'$name' comes from outside and is a size [SECURITY]"); }
  ;
}
