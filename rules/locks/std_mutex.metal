// A std::mutex is locked once, and unlocked on every path.
//
// lock-misuse (warning, CWE-667, 5.0): A lock is taken twice, given back twice or not at all
//
// To mend it, leave locking to std::lock_guard or std::unique_lock, which unlock by themselves.
.module kill-paths.m

sm std_mutex {
  state decl { std::mutex } l;

  start:
    { l.try_lock() } ==> true=l.locked, false=l.stop
  | { l.lock() } ==> l.locked
  | { l.unlock() } ==> l.free
  ;
  l.locked:
    { l.lock() } ==> l.stop, { v_err("lock-misuse", l, "`$name` is locked while it is locked"); }
  | { l.unlock() } ==> l.free
  | $end_of_path$ ==> l.stop, { v_err("lock-misuse", l, "`$name` is still locked at the end of a path"); }
  ;
  l.free:
    { l.lock() } ==> l.locked
  | { l.try_lock() } ==> true=l.locked, false=l.free
  | { l.unlock() } ==> l.stop, { v_err("lock-misuse", l, "`$name` is unlocked twice"); }
  ;
}
