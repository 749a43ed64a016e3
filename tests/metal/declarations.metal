// Holes may be declared below their use; qualifiers; combinations; several components.
sm declarations subsume local {
  pat any_end = { finish(x) };
  start: ({ open(f, x) } || { reopen(f, x) }) && ${ mc_is_call_to(mc_stmt, "open") } ==> f.open, busy;
  busy, f.open: { close(f) } ==> f.stop, start, { note("closed // really"); };
  f.open: { check(f) } && ({ x } || any_end) || $end_of_path$ ==> { /* nothing */ }
  | { test(f, lock) } ==> true=f.stop, false=lock.held, { check(); };
  lock.held: any_end ==> lock.stop;
  state nokillvars decl { FILE * } f;
  state byvalue refcounted killvars decl lock_t lock;
  decl any_expr x;
}
