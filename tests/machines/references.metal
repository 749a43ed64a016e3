sm left_open {
  state decl any_expr v;
  start: { open_it(v) } ==> v.opened;
  v.opened:
    { close_it(v) } ==> v.stop
  | $end_of_path$ ==> v.stop, { v_err("left-open", v, "$name is left open"); }
  ;
}
