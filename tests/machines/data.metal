// The depth of a recursive lock, in the data of its instance.
sm depth {
  state decl any_pointer l;
  start: { lock(l) } ==> l.locked, { mc_v_set_data(l, "1"); };
  l.locked:
    { lock(l) } ==> { mc_v_set_data(l, strcmp(mc_v_get_data(l), "1") ? "3" : "2"); }
  | { unlock(l) } && ${ !strcmp(mc_v_get_data(l), "1") } ==> l.stop
  | { unlock(l) } ==> { mc_v_set_data(l, strcmp(mc_v_get_data(l), "3") ? "1" : "2"); }
  | $end_of_path$ ==> { v_err("held", l, "$name is held $data deep"); }
  ;
}
