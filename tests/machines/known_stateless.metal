// What is known can be asked where nothing is tracked.
sm known_stateless {
  decl any_pointer p;
  start:
    { given(p) } && ${ mc_known_null(p) } ==> { err("null is given"); }
  | { taken(p) } ==> { if (mc_known_null(p)) err("null is taken"); }
  ;
}
