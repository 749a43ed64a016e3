// A result that is cast to void is dropped on purpose.
sm discards local {
  decl any_fn_call call;
  decl any_args args;
  start:
    { (void)call(args) } ==> { v_err("cast", call, "cast away"); }
  | { call(args); } ==> { v_err("dropped", call, "dropped"); }
  | { call(args) } ==> { v_err("used", call, "used"); }
  ;
}
