// A std::mutex is locked once, and unlocked on every path.
//
// lock-misuse (error, CWE-667, 5.0): A lock is taken twice, released unheld or used when it is gone
//
// To mend it, leave locking to `std::lock_guard` or `std::unique_lock`, which unlock by themselves.
//
// What `std::lock_guard` and `std::scoped_lock` lock counts as locked as long as they live, and so does
// what a `std::unique_lock` holds, which may give it back and take it again. A `std::unique_lock` that
// begins without the mutex, that is moved, swapped or handed to other functions is left alone, and so
// is every `std::shared_lock`. A mutex that is unlocked before it is
// locked was held when the function began, and may be held at its end.
.module macros.m
.module kill-paths.m

sm_header {
  /* Locks that wait for themselves when they are taken twice. */
  static int is_mutex(mc_tree l) {
    const char *type = mc_type_resolved(l);
    return type && (!strcmp(type, "std::mutex") || !strcmp(type, "std::timed_mutex")
        || !strcmp(type, "std::shared_mutex") || !strcmp(type, "std::shared_timed_mutex"));
  }
  /* std::unique_lock and std::shared_lock keep books of their own about whether they hold it. */
  static int keeps_books(void) {
    return strstr(mc_function(), "unique_lock") != 0 || strstr(mc_function(), "shared_lock") != 0;
  }
  /* `if (u)` of the std::unique_lock whose name is the data. */
  static int is_asked(mc_tree l, mc_tree call) {
    const char *name = mc_v_get_data(l), *text = mc_text(call);
    size_t size = name ? strlen(name) : 0;
    return size && text && !strncmp(text, name, size) && !strcmp(text + size, ".operator bool()");
  }
}

sm std_mutex {
  state decl any_expr l;
  decl any_expr u, x;
  decl any_expr w;
  decl any_fn_call call;
  decl any_arguments args;

  pat locks = { l.lock() } && ${ !keeps_books() };
  pat unlocks = { l.unlock() } && ${ !keeps_books() };
  pat tries = { l.try_lock() } && ${ !keeps_books() };
  pat shares = { l.lock_shared() } && ${ !keeps_books() };
  pat unshares = { l.unlock_shared() } && ${ !keeps_books() };
  pat owns = { std::unique_lock::unique_lock(u, l) };

  start:
    tries && ${ is_mutex(l) } ==> true=l.locked, false=l.stop
  | { x = l.try_lock() } && ${ is_mutex(l) && !keeps_books() } ==> l.got,
      { mc_v_set_data(l, mc_text(x)); }
  | { return l.try_lock(); } && ${ is_mutex(l) && !keeps_books() } ==> l.answered,
      { mc_v_set_data(l, mc_function()); }
  | locks && ${ is_mutex(l) } ==> l.locked
  | shares && ${ is_mutex(l) } ==> l.shared
  | (unlocks || unshares) && ${ is_mutex(l) } ==> l.given
  | owns && ${ is_mutex(l) } ==> l.owned, { mc_v_set_data(l, mc_text(u)); }
  ;
  l.got:
    { (x != 0) } && ${ is_outcome(l, x) } ==> true=l.locked, false=l.stop
  | { (x == 0) } && ${ is_outcome(l, x) } ==> true=l.stop, false=l.locked
  | unlocks ==> l.stop
  ;
  // In the caller of the function that the data name.
  l.answered:
    { (call(args) != 0) } && ${ is_answer_of(l, call) } ==> true=l.locked, false=l.stop
  | { x = call(args) } && ${ is_answer_of(l, call) } ==> l.got, { mc_v_set_data(l, mc_text(x)); }
  | { return call(args); } && ${ is_answer_of(l, call) } ==> { mc_v_set_data(l, mc_function()); }
  | unlocks ==> l.stop
  ;
  l.owned:
    { u.owns_lock() } && ${ is_outcome(l, u) } ==> true=l.owned, false=l.stop
  | { (call(args) != 0) } && ${ is_asked(l, call) } ==> true=l.owned, false=l.stop
  | { std::unique_lock::~unique_lock(u) } && ${ is_outcome(l, u) } ==> l.free
  | { u.unlock() } && ${ is_outcome(l, u) } ==> l.parted
  | { u.release() } && ${ is_outcome(l, u) } ==> l.locked
  | { call(-1, u) } && ${ is_outcome(l, u) && mc_has_body(call) } ==> l.stop
  | { std::move(u) } && ${ is_outcome(l, u) } ==> l.stop
  | { u.swap(w) } && ${ is_outcome(l, u) || is_outcome(l, w) } ==> l.stop
  | { return u; } && ${ is_outcome(l, u) } ==> l.stop
  | { u.lock() } && ${ is_outcome(l, u) } ==> l.stop,
      { v_err("lock-misuse", l, "'$name' is locked while it is locked"); }
  ;
  l.parted:
    { u.owns_lock() } && ${ is_outcome(l, u) } ==> true=l.stop, false=l.parted
  | { (call(args) != 0) } && ${ is_asked(l, call) } ==> true=l.stop, false=l.parted
  | { std::unique_lock::~unique_lock(u) } && ${ is_outcome(l, u) } ==> l.stop
  | { u.lock() } && ${ is_outcome(l, u) } ==> l.owned
  | { u.try_lock() } && ${ is_outcome(l, u) } ==> l.stop
  | { u.unlock() } && ${ is_outcome(l, u) } ==> l.stop,
      { v_err("lock-misuse", l, "'$name' is unlocked twice"); }
  | { call(-1, u) } && ${ is_outcome(l, u) && mc_has_body(call) } ==> l.stop
  ;
  l.locked, l.owned:
    locks || shares || owns ==> l.several,
      { v_err("lock-misuse", l, "'$name' is locked while it is locked"); }
  ;
  l.locked: unlocks ==> l.free;
  l.shared:
    locks || owns ==> l.several, { v_err("lock-misuse", l, "'$name' is locked while it is locked"); }
  | shares ==> l.several
  | unshares ==> l.free
  ;
  l.locked, l.shared: $end_of_path$ ==> l.stop,
    { v_err("lock-misuse", l, "'$name' is still locked at the end of a path"); };
  // Unlocked by one who has not locked it: whoever has it before has it again where it is locked.
  l.given:
    locks || shares ==> l.back
  | owns ==> l.owned, { mc_v_set_data(l, mc_text(u)); }
  | tries ==> true=l.back, false=l.given
  | unlocks || unshares ==> l.stop, { v_err("lock-misuse", l, "'$name' is unlocked twice"); }
  ;
  l.back:
    locks || owns ==> l.several,
      { v_err("lock-misuse", l, "'$name' is locked while it is locked"); }
  | shares ==> l.several
  | unlocks || unshares ==> l.given
  ;
  l.several: locks || unlocks || shares || unshares ==> { };
  l.free:
    locks ==> l.locked
  | shares ==> l.shared
  | owns ==> l.owned, { mc_v_set_data(l, mc_text(u)); }
  | tries ==> true=l.locked, false=l.free
  | unlocks || unshares ==> l.stop, { v_err("lock-misuse", l, "'$name' is unlocked twice"); }
  ;
}
