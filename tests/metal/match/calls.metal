// Calls: by name, by any name, arguments, what the compiler calls otherwise.
sm calls {
  decl any_pointer v;
  decl any_expr x, y;
  decl any_arguments args;
  decl any_fn_call call;
  pat release = { free(v) };
  pat copy = { memcpy(v, x, y) };
  pat format = { sprintf(v, "%d", args) };
  pat twice = { two(x, x) };
  pat any_call = { call(args) } && ${ prints };
  pat one_argument = { call(v) };
  pat among = { call(-1, v) };
  pat result = { v = call(args) };
  pat method = { v->close(v, x) };
  pat through = { (*handler)(x) };
  pat direct = { handler(x) };
  pat statement = { free(v); };
  pat varied = { va_arg(x, int) };
  pat nothing = { call(args) } && ${ 0 };
  pat either = { close_a(v) } || { close_b(v) };
  start: release ==> stop;
}
