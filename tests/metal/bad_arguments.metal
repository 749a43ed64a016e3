// An argument list is no expression.
sm arguments {
  decl any_arguments args;
  decl any_expr x;
  start:
    { f(args, x) } ==> stop
  | { args + 1 } ==> stop
  | { args(x) } ==> stop
  | { f(x, args) } ==> stop
  ;
}
