// States that no rule leads to; code in C that names a state may set it.
sm unreached {
  state decl any_pointer v;
  start: { take(v) } ==> v.taken, { mc_set_gstate("counted"); };
  v.taken: { give(v) } ==> v.stop;
  v.given: { give(v) } ==> v.lost;
  v.lost: { give(v) } ==> v.given;
  counted: { count(v) } ==> stop;
  forgotten: { forget() } ==> start;
}
