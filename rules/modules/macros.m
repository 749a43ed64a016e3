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
  /* A local variable, or a field of one. */
  static int is_in_local(mc_tree t) {
    while (t && !strcmp(mc_op(t), "member")) t = mc_kid(t, 0);
    return mc_is_local(t);
  }
  /* The record that holds it, not the thing itself. */
  static int is_around(mc_tree record, mc_tree v) {
    return mc_mentions(v, record) && !mc_equal(v, record);
  }
  /* Where the program ends, the system takes back what is left. */
  static int ends_program(void) { return strcmp(mc_function(), "main") == 0; }
  /* Where the function that it was returned by has no caller that we see, or where it is only part of
     what is returned, it is somebody else's from here on. */
  static int is_given_away(mc_tree returned, mc_tree v) {
    if (mc_is_call(returned)) return 0; /* what a call does with it is seen there */
    return mc_mentions(returned, v) && (mc_is_root() || !mc_equal(returned, v));
  }
  /* Whether a function of printf's kind reads it as a string: 1, or 2 if the format says how far. */
  static int prints_string(mc_tree call, mc_tree v) {
    const char *name = mc_identifier(call), *at = 0;
    int i = 0, n = mc_nargs(call);
    if (!name || !(strstr(name, "printf") || !strcmp(name, "syslog"))) return 0;
    while (i < n && !at) at = mc_string_value(mc_arg(call, i++));
    for (; at && *at && i < n; ++at) {
      int is_bounded = 0;
      if (*at != '%') continue;
      for (++at; *at && strchr("0123456789-+ #.*lhzjtLq'", *at); ++at) {
        is_bounded |= *at == '.';
        if (*at == '*') ++i;
      }
      if (!*at || *at == '%') continue;
      if (*at == 's' && mc_equal(mc_arg(call, i), v)) return 1 + is_bounded;
      ++i;
    }
    return 0;
  }
  /* The outcome of a call is kept in a variable, whose name is the data: is it this one? */
  static int is_outcome(mc_tree v, mc_tree x) {
    const char *name = mc_v_get_data(v), *text = mc_text(x);
    return name && text && !strcmp(name, text);
  }
  /* Is this a call of the function whose name is the data? */
  static int is_answer_of(mc_tree v, mc_tree call) {
    const char *name = mc_v_get_data(v);
    return name && mc_is_call_to(call, name);
  }
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
