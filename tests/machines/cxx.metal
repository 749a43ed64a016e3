sm free_check {
  state decl any_pointer v;
  start: { release(v) } || { delete v } ==> v.freed;
  v.freed: { *(any *)v } ==> v.stop, { v_err("use", v, "$name is used"); };
}
