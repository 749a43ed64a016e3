// Freeing null frees nothing.
sm known {
  state decl any_pointer v;
  start: { free(v) } && ${ !mc_known_null(v) } ==> v.freed;
  v.freed: { free(v) } && ${ !mc_known_null(v) } ==> v.stop, { v_err("twice", v, "$name is freed twice"); };
}
