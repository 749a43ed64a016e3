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
     null stands in none, says little. */
  static void remember_loop(mc_tree v) {
    int depth = mc_loop_depth();
    mc_v_set_data_sized(v, &depth, sizeof depth);
  }
  static int is_deeper(mc_tree v) {
    int *depth = mc_v_get_data(v);
    return depth && mc_loop_depth() > *depth;
  }
}
