// PASTE 2002, figure 5: two machines, run in order; the first marks calls that do not return.
// Mark paths containing non-returning function as dead.
sm kill_paths local {
  decl any_fn_call call;
  decl any_args args;

  start: { call(args) } ==>
  {
    char *n = mc_identifer(call);
    if(mc_fn_is_noreturn(call))
      mc_set_path_kill(call);
    else if(n && (!strcmp(n, "panic") || !strcmp(n, "BUG")))
      mc_set_path_kill(call);
  };
}

.module macros.m          // Include useful macros.

// Extension data and code: accessible from SM
// pattern matching callouts and actions.
sm_header { static int enables, disables; }

sm cli_sti_consistent local {
  decl any_expr flags;

  // Run at beginning of each function.
  init { enables = disables = 0; };

  // Run at the end of each function.
  final {
    if(!mc_nerrors() && enables != 0 && disables != 0)
      err("CLI_STI: enable %d to disable %d",
          enables, disables);
  };

  // Pattern to match the various ways to
  // disable interrupts.
  pat disable =
    { cli(); }
  || { __global_cli(); }
  || { local_irq_disable(); }
  || { local_bh_disable(); }
  ;
  // ... to enable interrupts.
  pat enable =
    { sti(); }
  || { __global_sti(); }
  || { local_irq_enable(); }
  || { local_bh_enable(); }
  || { restore_flags(flags); }
  || { __restore_flags(flags); }
  ;
  start:
    disable ==> disabled, { disables++; }
  | enable ==> enabled, { enables++; }
  ;
  disabled:
    enable ==> start,
    { note("CLI_STI: reversed disable [SUCCESS]"); }
  | disable ==> stop,
    { err("CLI_STI: double disable [FAIL]"); }
  ;
  enabled:
    disable ==> start,
    { note("CLI_STI: reversed enable [SUCCESS]"); }
  | enable ==> stop,
    { err("CLI_STI: double enable [FAIL]"); }
  ;
  disabled, enabled: $end_of_path$ ==>
    { err("CLI_STI: did not reverse [FAIL]"); }
  ;
}
