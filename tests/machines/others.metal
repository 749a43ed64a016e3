// A callout asks for the state of another object.
sm others {
  state decl any_pointer v, w;
  start: { make(v) } ==> v.made | { mark(w) } ==> w.marked;
  v.made:
    { join(v, w) } && ${ mc_v_state(w) && !strcmp(mc_v_state(w), "marked") } ==> v.stop,
      { v_err("joined", v, "$name is joined with what is marked"); }
  ;
}
