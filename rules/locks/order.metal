// Two locks that are taken together are always taken in the same order.
//
// lock-order (warning, CWE-833, 5.0): Two locks are taken the other way round than elsewhere
//
// A thread that holds the first and waits for the second, and one that holds the second and waits
// for the first, wait for each other for ever.
//
// To mend it, take both in the order that the rest of the program keeps.
//
// Which order is meant is counted: a report is shown where nearly everybody keeps the other one
// (`--min-z`). A lock is known by its variable, or by its field and the record that this stands in; what
// a parameter stands for is not asked. A lock that the callee has no word for is not seen there.
//
// Runs only when named: two objects of one kind may be locked by their addresses, or as parent and child.
.module macros.m
.module kill-paths.m

sm_header {
  /* What the same lock is called in other functions; 0: nothing. */
  static int lock_name(mc_tree lock, char *name, unsigned long size) {
    mc_tree place = strcmp(mc_op(lock), "address") ? lock : mc_kid(lock, 0);
    const char *text = mc_text(place), *at;
    if (mc_is_global(place)) return snprintf(name, size, "%s", text) > 0;
    if (strcmp(mc_op(place), "member") || !mc_type_resolved(mc_kid(place, 0))) return 0;
    for (at = text + strlen(text); at > text && at[-1] != '.' && at[-1] != '>'; --at)
      ;
    return snprintf(name, size, "%s in %s", at, mc_type_resolved(mc_kid(place, 0))) > 0;
  }
  static int are_two(mc_tree l, mc_tree x) {
    char first[200], second[200];
    return lock_name(l, first, sizeof first) && lock_name(x, second, sizeof second)
        && strcmp(first, second) != 0;
  }
}

sm lock_order {
  state decl any_expr l;
  decl any_expr x, y;

  pat takes =
    { pthread_mutex_lock(l) } || { pthread_spin_lock(l) } || { pthread_rwlock_wrlock(l) } || { mtx_lock(l) }
  || { spin_lock(l) } || { spin_lock_irq(l) } || { spin_lock_irqsave(l, y) } || { mutex_lock(l) };
  pat takes_another =
    { pthread_mutex_lock(x) } || { pthread_spin_lock(x) } || { pthread_rwlock_wrlock(x) } || { mtx_lock(x) }
  || { spin_lock(x) } || { spin_lock_irq(x) } || { spin_lock_irqsave(x, y) } || { mutex_lock(x) };
  pat gives =
    { pthread_mutex_unlock(l) } || { pthread_spin_unlock(l) } || { pthread_rwlock_unlock(l) }
  || { mtx_unlock(l) } || { spin_unlock(l) } || { spin_unlock_irq(l) }
  || { spin_unlock_irqrestore(l, y) } || { mutex_unlock(l) };

  start: takes ==> l.held;
  l.held:
    gives ==> l.stop
  | takes_another && ${ are_two(l, x) } ==> {
      char first[200], second[200];
      lock_name(l, first, sizeof first);
      lock_name(x, second, sizeof second);
      v_note("lock-order", l, "'%s' is taken after '%s' [SUCCESS=%s, then %s]", second, first, first, second);
      v_err("lock-order", l, "'%s' is taken while '%s' is held, and elsewhere before it [FAIL=%s, then %s]",
            second, first, second, first);
    }
  ;
}
