// Interrupts that are disabled are enabled again, on every path and once.
//
// interrupts (warning, CWE-667, 4.0): Interrupts are disabled or enabled twice, or stay disabled
//
// Between the two the processor answers nobody; a path that forgets to enable them stops the machine.
//
// To mend it, restore them on each way out of the function that disabled them.
//
// Bottom halves are counted apart, and may be disabled within one another: how often is not counted.
//
// One function at a time: a function that disables them for its caller is reported, last among all
// if it never succeeds.
.module macros.m
.module kill-paths.m

sm interrupts local {
  decl any_expr flags;

  pat disable =
    { cli(); } || { __global_cli(); } || { local_irq_disable(); };
  pat save = { local_irq_save(flags) } || { save_and_cli(flags) };
  pat enable =
    { sti(); } || { __global_sti(); } || { local_irq_enable(); }
  || { restore_flags(flags) } || { __restore_flags(flags) } || { local_irq_restore(flags) };

  start:
    disable || save ==> disabled
  | enable ==> enabled
  ;
  disabled:
    enable ==> start, { note("interrupts are enabled again [SUCCESS]"); }
  | save ==> { }
  | disable ==> stop, { err("interrupts are disabled twice [FAIL]"); }
  | $end_of_path$ ==> { err("interrupts stay disabled at the end of a path [FAIL]"); }
  ;
  enabled:
    disable || save ==> start
  | enable ==> stop, { err("interrupts are enabled twice [FAIL]"); }
  ;
}

sm bottom_halves local {
  pat disable = { local_bh_disable(); };
  pat enable = { local_bh_enable(); };

  start:
    disable ==> disabled
  | enable ==> enabled
  ;
  disabled:
    enable ==> start, { note("bottom halves are enabled again [SUCCESS]"); }
  | disable ==> nested
  | $end_of_path$ ==>
      { v_err("interrupts", mc_stmt, "bottom halves stay disabled at the end of a path [FAIL]"); }
  ;
  nested: disable || enable ==> { };
  enabled:
    disable ==> start
  | enable ==> stop, { v_err("interrupts", mc_stmt, "bottom halves are enabled twice [FAIL]"); }
  ;
}
