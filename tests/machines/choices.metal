// Switches as statements and as conditions; C code that ends the tracking by itself; `{ e }` where
// larger matches win: only what is no part of another expression.
sm choices {
  decl any_expr c, e;
  start:
    { switch (c) { case 1: break; default: break; } } ==> { err("one or nothing"); }
  | { switch (c) { case 2: e; } } ==> { err("only two"); }
  | { (c == 0) } ==> true=zero, false=other
  ;
  zero: { land() } ==> { err("zero"); mc_set_state("stop"); };
  other: { land() } ==> { err("not zero"); };
}
sm held {
  state decl any_pointer v;
  start: { take(v) } ==> v.held;
  v.held: { give(v) } ==> { mc_v_set_state(v, "stop"); }
  | $end_of_path$ ==> { err("held"); }
  ;
}
sm whole local subsume {
  decl any_expr e;
  start: { e } && ${ !strcmp(mc_function(), "sum") } ==> { err("%s", mc_op(mc_stmt)); }
  | { e } ==> { }
  ;
}
