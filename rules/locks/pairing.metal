// A lock is taken once, and given back on every path.
//
// lock-misuse (error, CWE-667, 5.0): A lock is taken twice, released unheld or used when it is gone
//
// Taking a lock that is held waits for itself; giving one back that is not held lets another
// thread in; a path that ends with a lock held stops the next thread that wants it.
//
// To mend it, give the lock back on every way out, error paths first of all.
//
// A function that takes a lock for its caller is fine as long as the caller is in the program, or the
// function's name says that it locks. A lock that is given back before it is taken was held when the
// function began, and may be held at its end. A lock taken for reading may be
// taken again. Locks made to be taken again by their holder (`PTHREAD_MUTEX_RECURSIVE`) look like all
// others.
.module macros.m
.module kill-paths.m

sm_header {
  /* Has the word, and not only within another: neither "unlock" nor "block", nor "locking". */
  static int has_word(const char *name, const char *word) {
    for (const char *at = strstr(name, word); at; at = strstr(at + 1, word)) {
      const char *end = at + strlen(word);
      int begins = at == name || isupper(*at) || !isalpha(at[-1]);
      if (begins && !islower(*end)) return 1;
    }
    return 0;
  }
  static int has_one_of(const char *name, const char *const words[]) {
    for (; *words; ++words)
      if (has_word(name, *words)) return 1;
    return 0;
  }
  /* Nobody in the program calls it, and its name says that whoever does will have the lock. */
  static int locks_for_others(void) {
    static const char *const takes[] = { "lock", "Lock", "LOCK", "acquire", "Acquire", "enter", "Enter", 0 };
    static const char *const gives[] = { "unlock", "Unlock", "UNLOCK", "release", "Release", "leave", "Leave", 0 };
    const char *name = mc_function();
    return mc_is_root() && has_one_of(name, takes) && !has_one_of(name, gives);
  }
}

sm lock_pairing {
  state decl any_expr l;
  decl any_expr x, y;
  decl any_fn_call call;
  decl any_arguments args;

  pat takes =
    { pthread_mutex_lock(l) } || { pthread_spin_lock(l) } || { pthread_rwlock_wrlock(l) }
  || { mtx_lock(l) } || { spin_lock(l) } || { spin_lock_irq(l) } || { spin_lock_irqsave(l, x) }
  || { spin_lock_bh(l) } || { mutex_lock(l) } || { raw_spin_lock(l) } || { write_lock(l) }
  || { down_write(l) } || { _raw_spin_lock(l) } || { _raw_spin_lock_irq(l) } || { _raw_spin_lock_bh(l) }
  || { _raw_spin_lock_irqsave(l) } || { mutex_lock_nested(l, x) };
  pat takes_shared = { pthread_rwlock_rdlock(l) } || { read_lock(l) } || { down_read(l) };
  pat gives =
    { pthread_mutex_unlock(l) } || { pthread_spin_unlock(l) } || { pthread_rwlock_unlock(l) }
  || { mtx_unlock(l) } || { spin_unlock(l) } || { spin_unlock_irq(l) }
  || { spin_unlock_irqrestore(l, x) } || { spin_unlock_bh(l) } || { mutex_unlock(l) }
  || { raw_spin_unlock(l) } || { write_unlock(l) } || { read_unlock(l) } || { up_write(l) }
  || { up_read(l) } || { _raw_spin_unlock(l) } || { _raw_spin_unlock_irq(l) }
  || { _raw_spin_unlock_bh(l) } || { _raw_spin_unlock_irqrestore(l, x) };
  // Functions that answer zero when they have taken the lock, and some that answer one.
  pat tries_zero =
    { pthread_mutex_trylock(l) == 0 } || { pthread_spin_trylock(l) == 0 } || { mtx_trylock(l) == 0 }
  || { pthread_rwlock_trywrlock(l) == 0 } || { pthread_mutex_timedlock(l, x) == 0 }
  || { mtx_timedlock(l, x) == 0 } || { mutex_lock_interruptible(l) == 0 }
  || { mutex_lock_killable(l) == 0 };
  pat tries_one =
    { spin_trylock(l) != 0 } || { mutex_trylock(l) != 0 } || { _raw_spin_trylock(l) != 0 };
  // The same, with the answer in a variable.
  pat keeps_answer =
    { x = pthread_mutex_trylock(l) } || { x = pthread_spin_trylock(l) } || { x = mtx_trylock(l) }
  || { x = pthread_rwlock_trywrlock(l) } || { x = pthread_mutex_timedlock(l, y) }
  || { x = mutex_lock_interruptible(l) } || { x = mutex_lock_killable(l) };
  pat keeps_success =
    { x = (pthread_mutex_trylock(l) == 0) } || { x = (pthread_spin_trylock(l) == 0) }
  || { x = (mtx_trylock(l) == 0) } || { x = (pthread_rwlock_trywrlock(l) == 0) }
  || { x = (pthread_mutex_timedlock(l, y) == 0) } || { x = spin_trylock(l) } || { x = mutex_trylock(l) };
  // A function of the program's own that tells its caller by its answer.
  pat answers_success =
    { return pthread_mutex_trylock(l) == 0; } || { return pthread_spin_trylock(l) == 0; }
  || { return mtx_trylock(l) == 0; } || { return pthread_rwlock_trywrlock(l) == 0; }
  || { return pthread_mutex_timedlock(l, y) == 0; } || { return spin_trylock(l); }
  || { return mutex_trylock(l); };
  pat answers =
    { return pthread_mutex_trylock(l); } || { return pthread_spin_trylock(l); }
  || { return mtx_trylock(l); } || { return pthread_rwlock_trywrlock(l); }
  || { return pthread_mutex_timedlock(l, y); } || { return mutex_lock_interruptible(l); }
  || { return mutex_lock_killable(l); };
  // Who looks whether the lock was taken has not taken it where it was not.
  pat fails =
    { pthread_mutex_lock(l) != 0 } || { pthread_rwlock_wrlock(l) != 0 } || { pthread_rwlock_rdlock(l) != 0 }
  || { pthread_spin_lock(l) != 0 } || { mtx_lock(l) != 0 };
  pat succeeds =
    { pthread_mutex_lock(l) == 0 } || { pthread_rwlock_wrlock(l) == 0 } || { pthread_rwlock_rdlock(l) == 0 }
  || { pthread_spin_lock(l) == 0 } || { mtx_lock(l) == 0 };
  pat keeps_failure =
    { x = pthread_mutex_lock(l) } || { x = pthread_rwlock_wrlock(l) } || { x = pthread_rwlock_rdlock(l) }
  || { x = pthread_spin_lock(l) } || { x = mtx_lock(l) };
  // The condition's wait gives the mutex back and takes it again.
  pat waits =
    { pthread_cond_wait(x, l) } || { pthread_cond_timedwait(x, l, y) } || { cnd_wait(x, l) }
  || { cnd_timedwait(x, l, y) };

  start:
    tries_zero ==> true=l.locked, false=l.stop
  | tries_one ==> true=l.locked, false=l.stop
  | keeps_answer ==> l.tried, { mc_v_set_data(l, mc_text(x)); }
  | keeps_success ==> l.got, { mc_v_set_data(l, mc_text(x)); }
  // What the library's own headers do with a lock is their business.
  | answers ==> l.answered, { mc_v_set_data(l, mc_function()); }
  | answers_success ==> l.answered_success, { mc_v_set_data(l, mc_function()); }
  | takes && ${ !mc_in_system_header() } ==> l.locked
  | takes_shared && ${ !mc_in_system_header() } ==> l.shared
  | gives && ${ !mc_in_system_header() } ==> l.given
  ;
  l.tried:
    { (x == 0) } && ${ is_outcome(l, x) } ==> true=l.locked, false=l.stop
  | { (x != 0) } && ${ is_outcome(l, x) } ==> true=l.stop, false=l.locked
  | gives ==> l.stop
  ;
  l.got:
    { (x != 0) } && ${ is_outcome(l, x) } ==> true=l.locked, false=l.stop
  | { (x == 0) } && ${ is_outcome(l, x) } ==> true=l.stop, false=l.locked
  | gives ==> l.stop
  ;
  // In the caller of the function that the data name.
  l.answered:
    { (call(args) == 0) } && ${ is_answer_of(l, call) } ==> true=l.locked, false=l.stop
  | { x = call(args) } && ${ is_answer_of(l, call) } ==> l.tried, { mc_v_set_data(l, mc_text(x)); }
  | { return call(args); } && ${ is_answer_of(l, call) } ==> { mc_v_set_data(l, mc_function()); }
  | gives ==> l.stop
  ;
  l.answered_success:
    { (call(args) != 0) } && ${ is_answer_of(l, call) } ==> true=l.locked, false=l.stop
  | { x = call(args) } && ${ is_answer_of(l, call) } ==> l.got, { mc_v_set_data(l, mc_text(x)); }
  | { return call(args); } && ${ is_answer_of(l, call) } ==> { mc_v_set_data(l, mc_function()); }
  | gives ==> l.stop
  ;
  l.locked:
    waits ==> { }
  | fails ==> true=l.stop, false=l.locked
  | succeeds ==> true=l.locked, false=l.stop
  | keeps_failure ==> l.asked, { mc_v_set_data(l, mc_text(x)); }
  | takes || takes_shared ==> l.several,
      { v_err("lock-misuse", l, "'$name' is taken while it is held"); }
  | gives ==> l.free
  ;
  l.asked:
    { (x == 0) } && ${ is_outcome(l, x) } ==> true=l.locked, false=l.stop
  | { (x != 0) } && ${ is_outcome(l, x) } ==> true=l.stop, false=l.locked
  | waits ==> { }
  | takes || takes_shared ==> l.several,
      { v_err("lock-misuse", l, "'$name' is taken while it is held"); }
  | gives ==> l.free
  ;
  l.shared:
    fails ==> true=l.stop, false=l.shared
  | succeeds ==> true=l.shared, false=l.stop
  | takes ==> l.several, { v_err("lock-misuse", l, "'$name' is taken while it is held"); }
  | takes_shared ==> l.several
  | gives ==> l.free
  ;
  l.locked, l.asked, l.shared:
    $end_of_path$ && ${ locks_for_others() } ==> l.stop
  | $end_of_path$ ==> l.stop, { v_err("lock-misuse", l, "'$name' is still held at the end of a path"); }
  ;

  // Given back by one who has not taken it: whoever has it before has it again where it is taken.
  l.given:
    takes || takes_shared ==> l.back
  | tries_zero ==> true=l.back, false=l.given
  | tries_one ==> true=l.back, false=l.given
  | gives ==> l.stop, { v_err("lock-misuse", l, "'$name' is given back twice"); }
  ;
  l.back:
    waits ==> { }
  | fails ==> true=l.given, false=l.back
  | succeeds ==> true=l.back, false=l.given
  | takes ==> l.several, { v_err("lock-misuse", l, "'$name' is taken while it is held"); }
  | takes_shared ==> l.several
  | gives ==> l.given
  ;

  // Held more than once: how often is not counted.
  l.several: takes || takes_shared || gives ==> { };

  l.free:
    takes ==> l.locked
  | takes_shared ==> l.shared
  | tries_zero ==> true=l.locked, false=l.free
  | tries_one ==> true=l.locked, false=l.free
  | gives ==> l.stop, { v_err("lock-misuse", l, "'$name' is given back twice"); }
  ;
}
