// A number from outside is compared with its bounds before it is an index or a size.
//
// tainted-size (warning, CWE-129, 7.0): A number from outside is an index or a size without a look
//
// What arrives over the network or on the command line may be any number.  As an index or as the
// length of a copy it leads out of the array.
//
// To mend it, compare it with the bounds first.
//
// Any comparison counts as a look, and a value computed from the number is another value: the rule
// finds numbers that nobody looked at, not bounds that are wrong.
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

  start: arrives ==> v.any | hands_on && { return v; } && ${ !mc_is_root() } ==> v.any;
  v.any:
    checked ==> v.stop
  | { a[v] } ==> v.stop, { v_err("tainted-size", v, "'$name' comes from outside and is an index [SECURITY]"); }
  | { memcpy(x, y, v) } || { memmove(x, y, v) } || { memset(x, y, v) } || { read(x, y, v) }
  || { strncpy(x, y, v) } ==> v.stop,
      { v_err("tainted-size", v, "'$name' comes from outside and is a size [SECURITY]"); }
  ;
}
