// What figure 7 asks for: the first machine of figure 5.
sm kill_paths local {
  decl any_args args;
  start: { panic(args) } ==> { mc_set_path_kill(mc_stmt); };
}
