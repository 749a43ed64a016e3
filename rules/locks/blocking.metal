// Nothing that may sleep is called while a spinlock is held, and nobody naps with a mutex.
//
// blocking-under-spinlock (warning, CWE-667, 5.0): A call that may sleep is made under a spinlock
// sleep-under-lock (warning, CWE-667, 4.0): A thread goes to sleep while it holds a mutex
//
// Who waits for a spinlock keeps a processor busy.  If its holder sleeps, all who wait burn
// their time, or, on one processor, wait for ever.  A mutex lets others sleep, but they wait as long
// as its holder chose to.
//
// To mend it, make the call before taking the lock, or after giving it back.
//
// Followed through calls. Locks are counted, up to three, not told apart; one that is given back in a loop
// may stand for all. Under a mutex only calls that do nothing but wait for a
// while count. Whether the kernel's allocators may sleep is
// read off the bits of their flags, as Linux has them.
.module kill-paths.m

sm_header {
  /* __GFP_DIRECT_RECLAIM, and __GFP_WAIT of older kernels. */
  static int may_sleep(mc_tree flags) {
    long long bits = mc_int_value(flags);
    return mc_is_constant(flags) && ((bits & 0x400) || (bits < 0x400 && (bits & 0x10)));
  }
}

sm blocking_under_spinlock {
  decl any_expr l, x, y, z;
  decl any_args args;

  pat takes =
    { _raw_spin_lock(l) } || { _raw_spin_lock_irq(l) } || { _raw_spin_lock_irqsave(l) }
  || { _raw_spin_lock_bh(l) } || { pthread_spin_lock(l) } || { spin_lock(l) } || { spin_lock_irq(l) } || { spin_lock_irqsave(l, x) }
  || { spin_lock_bh(l) } || { raw_spin_lock(l) };
  pat gives =
    { _raw_spin_unlock(l) } || { _raw_spin_unlock_irq(l) } || { _raw_spin_unlock_irqrestore(l, x) }
  || { _raw_spin_unlock_bh(l) } || { pthread_spin_unlock(l) } || { spin_unlock(l) } || { spin_unlock_irq(l) }
  || { spin_unlock_irqrestore(l, x) } || { spin_unlock_bh(l) } || { raw_spin_unlock(l) };
  pat sleeps =
    { sleep(x) } || { usleep(x) } || { nanosleep(x, y) } || { select(args) } || { poll(x, y, z) }
  || { read(x, y, z) } || { recv(args) } || { accept(x, y, z) } || { connect(x, y, z) }
  || { fsync(x) } || { pthread_mutex_lock(x) } || { pthread_join(x, y) } || { pthread_cond_wait(x, y) }
  || { sem_wait(x) } || { waitpid(x, y, z) }
  || { schedule() } || { msleep(x) } || { schedule_timeout(x) } || { mutex_lock(x) } || { down(x) }
  || { copy_from_user(x, y, z) } || { copy_to_user(x, y, z) } || { vmalloc(x) }
  || { kmalloc(x, y) } && ${ may_sleep(y) } || { kzalloc(x, y) } && ${ may_sleep(y) }
  || { kcalloc(x, z, y) } && ${ may_sleep(y) } || { mutex_lock_interruptible(x) };

  // Functions that answer one when they have taken the lock, and one that answers zero.
  pat tries =
    { spin_trylock(l) != 0 } || { _raw_spin_trylock(l) != 0 } || { pthread_spin_trylock(l) == 0 };

  free:
    tries ==> true=held, false=free
  | takes ==> held
  ;
  held:
    tries ==> true=held_two, false=held
  | takes ==> held_two
  | gives ==> free
  ;
  held_two, held_more: gives && ${ mc_loop_depth() > 0 } ==> free;
  held_two:
    tries ==> true=held_more, false=held_two
  | takes ==> held_more
  | gives ==> held
  ;
  held_more: gives ==> held_two;
  held, held_two, held_more: sleeps ==> free,
    { err("%s may sleep while a spinlock is held", mc_identifier(mc_stmt)); };
}

sm sleep_under_lock {
  decl any_expr l, x, y;

  pat takes =
    { pthread_mutex_lock(l) } || { mtx_lock(l) } || { pthread_rwlock_wrlock(l) };
  pat gives =
    { pthread_mutex_unlock(l) } || { mtx_unlock(l) } || { pthread_rwlock_unlock(l) };
  pat naps = { sleep(x) } || { usleep(x) } || { nanosleep(x, y) } || { thrd_sleep(x, y) };
  pat tries =
    { pthread_mutex_trylock(l) == 0 } || { mtx_trylock(l) == 0 } || { pthread_rwlock_trywrlock(l) == 0 };

  free:
    tries ==> true=held, false=free
  | takes ==> held
  ;
  held:
    tries ==> true=held_two, false=held
  | takes ==> held_two
  | gives ==> free
  ;
  held_two, held_more: gives && ${ mc_loop_depth() > 0 } ==> free;
  held_two:
    tries ==> true=held_more, false=held_two
  | takes ==> held_more
  | gives ==> held
  ;
  held_more: gives ==> held_two;
  held, held_two, held_more: naps ==> free,
    { err("%s waits while a mutex is held", mc_identifier(mc_stmt)); };
}
