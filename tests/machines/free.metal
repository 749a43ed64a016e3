// A freed pointer is not used.
sm free_check {
  state decl any_pointer v;
  start: { free(v) } ==> v.freed;
  v.freed:
    { *(any *)v } ==> v.stop, { v_err("use", v, "$name is used"); }
  | { free(v) } ==> v.stop, { v_err("twice", v, "$name is freed twice"); }
  ;
}
