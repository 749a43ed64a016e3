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
// bound. A value computed from the number is another value: the rule finds numbers that nobody looked at,
// not bounds that are wrong.
sm_header {
  static int is_from_outside(mc_tree t) {
    static const char *const answers[] = { "ntohs", "ntohl", "be16toh", "be32toh", "atoi", "atol",
                                           "strtol", "strtoul" };
    for (size_t i = 0; i < sizeof answers / sizeof *answers; ++i)
      if (mc_is_call_to(t, answers[i])) return 1;
    return 0;
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
    { v = ntohs(x) } || { v = ntohl(x) } || { v = be16toh(x) } || { v = be32toh(x) }
  || { v = atoi(x) } || { v = atol(x) } || { v = strtol(x, y, a) } || { v = strtoul(x, y, a) };
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
  | hands_on && { return v; } && ${ !mc_is_root() } ==> v.any
  | is_index && ${ is_from_outside(v) } ==>
      { v_err("tainted-size", v, "'$name' comes from outside and is an index [SECURITY]"); }
  | is_size && ${ is_from_outside(v) } ==>
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
