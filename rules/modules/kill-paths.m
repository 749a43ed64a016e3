// Calls after which a program does not go on, though nothing in their declaration says so.
//
// What is declared not to return (exit, abort, a failed assert, [[noreturn]]) ends its path
// without help; this is for kernels and for conventions older than the attribute.
sm kill_paths local {
  decl any_args args;

  start:
    { panic(args) } || { BUG(args) } || { BUG_ON(args) } || { do_exit(args) }
  || { __builtin_trap(args) } || { __assert(args) } || { assert_failed(args) }
  || { xalloc_die(args) } || { alloc_failed(args) } || { out_of_memory(args) }
  || { fatal(args) } || { fatal_error(args) } || { die(args) } || { errx(args) } || { err(args) }
    ==> { mc_set_path_kill(mc_stmt); };
}
