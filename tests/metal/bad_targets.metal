// Targets without an object, given twice, or on branches that there are not.
sm targets {
  state decl any_pointer v;
  decl any_expr x;
  pat some = { take(v) } || { take_all(x) };
  start:
    { init() } ==> v.ready
  | some ==> v.ready
  | { take(v) } ==> v.ready, v.stop
  | { v } ==> true=v.ready, v.stop
  | { v == x } ==> true=v.ready, true=v.stop
  ;
  v.ready:
    { done() } ==> v.stop
  | $end_of_path$ ==> true=v.stop
  ;
  start, v.ready: { done() } ==> v.stop;
}
