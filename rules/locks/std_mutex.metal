// A std::mutex is locked once, and unlocked on every path.
//
// lock-misuse (warning, CWE-667, 5.0): A lock is taken twice, given back twice or not at all
//
// To mend it, leave locking to `std::lock_guard` or `std::unique_lock`, which unlock by themselves.
//
// What `std::lock_guard` locks counts as locked as long as the guard lives. `std::unique_lock` keeps
// books of its own about whether it holds the mutex: what it does is left to it.
.module macros.m
.module kill-paths.m

sm_header {
  static int keeps_books(void) { return strstr(mc_function(), "unique_lock") != 0; }
}

sm std_mutex {
  state decl { std::mutex } l;

  pat locks = { l.lock() } && ${ !keeps_books() };
  pat unlocks = { l.unlock() } && ${ !keeps_books() };
  pat tries = { l.try_lock() } && ${ !keeps_books() };

  start:
    tries ==> true=l.locked, false=l.stop
  | locks ==> l.locked
  | unlocks ==> l.free
  ;
  l.locked:
    locks ==> l.several, { v_err("lock-misuse", l, "'$name' is locked while it is locked"); }
  | unlocks ==> l.free
  | $end_of_path$ ==> l.stop, { v_err("lock-misuse", l, "'$name' is still locked at the end of a path"); }
  ;
  l.several: locks || unlocks ==> { };
  l.free:
    locks ==> l.locked
  | tries ==> true=l.locked, false=l.free
  | unlocks ==> l.stop, { v_err("lock-misuse", l, "'$name' is unlocked twice"); }
  ;
}
