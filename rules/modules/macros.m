// What rules share: questions about the names of functions.
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
}
