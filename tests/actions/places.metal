// Functions, files, lines, macros, attributes.
sm_header {
  static const char *base(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
  }
}
sm places {
  decl any_pointer v;
  decl any_fn_call call;
  decl any_arguments args;
  init { note("init of %s, %s:%d, statement %d", mc_function(), base(mc_file(0)), mc_line(0), mc_stmt != 0); }
  start:
    { v == NULL } ==> {
      note("%s in %s at %s:%d:%d%s", mc_text(v), mc_function(), base(mc_file(v)), mc_line(v),
           mc_column(v), mc_in_macro(v) ? ", in a macro" : "");
    }
  | { call(args) } && ${ mc_fn_is_noreturn(call) || mc_fn_has_attribute(call, "malloc") } ==> {
      note("%s%s%s", mc_identifier(call), mc_fn_is_noreturn(call) ? " does not return" : "",
           mc_fn_has_attribute(call, "malloc") ? " allocates" : "");
    }
  | { call(args) } && ${ mc_is_call_to(call, "gets") } ==> { err("gets"); }
  ;
}
