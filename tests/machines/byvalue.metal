sm free_check {
  state byvalue decl any_pointer v;
  start: { free(v) } ==> v.freed;
  v.freed: { *(any *)v } ==> v.stop, { v_err("use", v, "$name is used"); };
}
