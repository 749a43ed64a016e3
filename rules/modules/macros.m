// What rules share: questions about the names of functions, and about loops.
sm_header {
  /* Does the function's name contain the word? */
  static int name_has(mc_tree fn, const char *word) {
    const char *name = mc_identifier(fn);
    return name && strstr(name, word) != 0;
  }
  /* It prints, or serves debugging: the value of a pointer is all it wants. */
  static int is_debug_call(mc_tree fn) {
    return name_has(fn, "print") || name_has(fn, "debug") || name_has(fn, "log");
  }
  /* Where the program ends, the system takes back what is left. */
  static int ends_program(void) { return strcmp(mc_function(), "main") == 0; }
  /* What is null has no elements to walk over: a use in a loop, where the comparison that found it
     null stands in none, says little.  Nor does one in a later round of the same loop, before the
     comparison comes again. */
  struct comparison { int depth, line; };
  static void remember_comparison(mc_tree v, mc_tree at) {
    struct comparison now = { mc_loop_depth(), mc_line(at) };
    mc_v_set_data_sized(v, &now, sizeof now);
  }
  static int is_in_another_round(mc_tree v, mc_tree at) {
    struct comparison *then = mc_v_get_data(v);
    if (!then) return 0;
    return mc_loop_depth() > then->depth || (then->depth > 0 && mc_line(at) < then->line);
  }
}
