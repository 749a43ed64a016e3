// States and data of what is tracked.
sm_header {
  struct depth { int locks; char last[8]; };
}
sm state {
  state decl any_pointer l;
  start:
    { lock(l) } ==> l.locked, {
      struct depth d = { 1, "first" };
      struct depth *old = mc_v_get_data(l);
      if (old) {
        d = *old;
        d.locks++;
        strcpy(d.last, "again");
      }
      note("%s: %s, %zu bytes", mc_identifier(l), old ? old->last : "none", mc_v_data_size(l));
      mc_v_set_data_sized(l, &d, sizeof d);
      note("machine in %s, %s in %s", mc_state(), mc_identifier(l),
           mc_v_state(l) ? mc_v_state(l) : "no state");
      mc_v_set_state(l, "locked");
      note("now in %s", mc_v_state(l));
    }
  | { number(l) } ==> { long n = 1l << 40; mc_v_set_data_sized(l, &n, sizeof n); note("is $data"); }
  | { odd(l) } ==> { mc_v_set_data_sized(l, "ab\xff", 3); note("is $data"); }
  | { enable() } ==> { mc_set_state("enabled"); note("%s", mc_state()); }
  ;
  enabled: { enable() } ==> enabled;
  l.locked: { lock(l) } ==> l.stop;
}
