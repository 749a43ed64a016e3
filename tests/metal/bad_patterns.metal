// Each base pattern has its own mistake; all are reported.
sm patterns {
  decl any_expr x;
  start:
    { } ==> stop
  | { f(x } ==> stop
  | { x + } ==> stop
  | { x y } ==> stop
  | { break; } ==> stop
  | { case 1: f(); } ==> stop
  | { while x f(); } ==> stop
  | { if (x) else f(); } ==> stop
  | { do f(); } ==> stop
  | { x[1 } ==> stop
  | { x ? 1 } ==> stop
  | { x->1 } ==> stop
  | { f(); x } ==> stop
  | { (int x } ==> stop
  | ${ } ==> stop
  | $end_of_pat$ ==> stop
  | ({ x } || { f() } ==> stop
  ;
}
