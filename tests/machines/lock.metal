// Locks: PLDI figure 3 with a path end that speaks of its lock.
sm lock_check {
  state decl any_pointer l;
  start:
    { trylock(l) != 0 } ==> true=l.locked, false=l.stop
  | { trylock(l) == 0 } ==> true=l.stop, false=l.locked
  | { lock(l) } ==> l.locked
  | { unlock(l) } ==> { v_err("unlock", l, "$name is not locked"); }
  ;
  l.locked:
    { lock(l) } || { trylock(l) } ==> { v_err("double", l, "$name is locked twice"); }
  | { unlock(l) } ==> l.stop
  | $end_of_path$ ==> { v_err("held", l, "$name is held at the end"); }
  ;
}
