// Patterns that match every expression, or none.
sm everywhere {
  state decl any_pointer v;
  decl any_expr x;
  decl { double } d;
  pat each = { x } || { f(x) };
  start: { v } ==> v.seen
  | each ==> { note("again"); }
  | { goto out; } ==> { note("gone"); }
  | { ; } ==> { note("empty"); }
  | { d } ==> { note("a type is enough"); }
  | { x } && ${ mc_is_call(x) } ==> { note("so is a callout"); }
  ;
  v.seen: { v } ==> v.stop;
}
