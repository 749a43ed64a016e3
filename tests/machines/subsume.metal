sm uses subsume {
  state decl any_pointer v;
  decl any_pointer x;
  decl any_fn_call call;
  start: { free(v) } ==> v.freed;
  v.freed:
    { (v == x) } || { (v != x) } ==> { }
  | { call(-1, v) } && ${ !strcmp(mc_identifier(call), "debug") } ==> { }
  | { v } ==> v.stop, { v_err("use", v, "$name is used"); }
  ;
}
