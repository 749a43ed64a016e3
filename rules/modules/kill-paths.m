// No path goes on behind a call that does not return.
//
// What is declared not to return (`exit`, `abort`, `longjmp`, a failed `assert`, `[[noreturn]]`) ends its
// path without help. This module is for kernels and for conventions older than the attribute:
// `panic`, `BUG`, `do_exit`, GNU's `error` with a status, and functions called `fatal`, `die` and the
// like whose body is not in the program. A body speaks for itself.
//
// Rules use it with `.module kill-paths.m`; calls of your own go into such a machine before yours:
// `start: { give_up(args) } ==> { mc_set_path_kill(mc_stmt); };`
sm_header {
  /* GNU's `error`, which ends the program unless its status is 0. */
  static int has_status(mc_tree call) {
    mc_tree status = mc_arg(call, 0);
    return status && mc_is_constant(status) && mc_int_value(status) != 0;
  }
}

sm kill_paths local {
  decl any_args args;

  pat ends = { panic(args) } || { BUG(args) } || { do_exit(args) } || { __builtin_trap(args) };
  pat ends_by_status = { error(args) } || { error_at_line(args) } || { err(args) } || { errx(args) };
  pat ends_by_convention =
    { __assert(args) } || { assert_failed(args) } || { xalloc_die(args) } || { alloc_failed(args) }
  || { out_of_memory(args) } || { fatal(args) } || { fatal_error(args) } || { die(args) };

  start:
    ends ==> { mc_set_path_kill(mc_stmt); }
  | ends_by_status && ${ has_status(mc_stmt) && !mc_has_body(mc_stmt) } ==> { mc_set_path_kill(mc_stmt); }
  | ends_by_convention && ${ !mc_has_body(mc_stmt) } ==> { mc_set_path_kill(mc_stmt); }
  ;
}
