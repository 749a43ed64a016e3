// Functions that cannot be used safely are not used.
//
// unsafe-function (error, CWE-242, 7.5): A function is called that no caller can use safely
//
// gets and its kind write as much as the input has into a buffer whose size they do not know;
// tmpnam and its kind name a file that somebody else may make first.
//
// To mend it, use fgets with the buffer's size, and mkstemp.
//
// A format is read where it stands in the call. What `sscanf` reads was bounded by somebody before, and
// does not count.
sm_header {
  /* A conversion that writes as many characters as there are: %s or %[, with no width and not skipped. */
  static int writes_on(mc_tree format) {
    const char *at = mc_string_value(format);
    for (; at && *at; ++at) {
      if (*at != '%') continue;
      if (at[1] == '%') { ++at; continue; }
      if (at[1] == 's' || at[1] == '[' || (at[1] == 'l' && (at[2] == 's' || at[2] == '['))) return 1;
    }
    return 0;
  }
}

sm unsafe_function local {
  decl any_expr x, y;
  decl any_args args;
  decl any_fn_call call;

  start:
    { gets(x) } || { y = gets } || { call(-1, gets) } ==> { err("gets writes past any buffer: the input decides how far [SECURITY]"); }
  | { getwd(x) } ==> { err("getwd does not know how large its buffer is [SECURITY]"); }
  | { tmpnam(x) } || { tempnam(x, y) } || { mktemp(x) } ==>
      { err("%s names a file that somebody else may make first [SECURITY]", mc_identifier(mc_stmt)); }
  | { scanf(x, args) } && ${ writes_on(x) } || { fscanf(y, x, args) } && ${ writes_on(x) } ==>
      { err("%%s without a width writes past any buffer: the input decides how far [SECURITY]"); }
  ;
}
