// Methods, namespaces, references.
sm cplusplus {
  decl any_fn_call call;
  decl any_args args;
  decl any_expr x;
  start:
    { call(args) } ==> {
      char *n = mc_identifier(call);
      note("%s, %d arguments%s%s", n ? n : "?", mc_nargs(call),
           mc_is_call_to(call, "std::lock") ? ", std::lock" : "",
           mc_is_call_to(call, "lock") ? ", a lock" : "");
      for (int i = 0; i < mc_nargs(args); i++)
        note("%d: %s of type %s", i, mc_text(mc_arg(args, i)), mc_type(mc_arg(args, i)));
    }
  | { delete x } ==> { note("delete %s, %s in %s", mc_text(x), mc_type(x), mc_function()); }
  ;
}
