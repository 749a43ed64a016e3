// Which rule applies: text order, `start` and tracked objects, direct writes, several components.
sm states {
  state decl any_pointer v;
  state decl any_pointer w;
  start:
    { make(v) } ==> v.one
  | { make(v) } ==> v.two
  | { pair(v, w) } ==> v.one, w.two
  | { touch(v) } ==> { v_err("untracked", v, "$name is not tracked"); }
  | { jump() } ==> { mc_set_state("jumped"); }
  ;
  v.one:
    { touch(v) } ==> { v_err("first", v, "$name, first rule"); }
  | { touch(v) } ==> { v_err("second", v, "$name, second rule"); }
  | { next(v) } ==> v.two
  | { drop(v) } ==> v.stop
  ;
  v.two: { touch(v) } ==> { v_err("two", v, "$name is two"); };
  w.two: { touch(w) } ==> { v_err("wtwo", w, "$name is w's two"); };
  jumped: { land() } ==> { err("landed"); }
  | { end() } ==> stop
  ;
}
