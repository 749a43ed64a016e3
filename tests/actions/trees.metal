// Names, spellings, operators and the way through a tree.
sm trees {
  state decl any_pointer v;
  decl any_expr x, y;
  decl any_fn_call call;
  decl any_arguments args;

  start:
    { use(v) } ==> {
      note("identifier %s, text %s, op %s", mc_identifier(v), mc_text(v), mc_op(v));
      note("local %d parameter %d global %d", mc_is_local(v), mc_is_parameter(v), mc_is_global(v));
      note("in %s, statement %s", mc_op(mc_parent(v)), mc_text(mc_stmt));
    }
  | { call(args) } ==> {
      char *n = mc_identifier(call);
      note("%s has %d arguments, %s", n ? n : "a pointer", mc_nargs(call), mc_text(mc_callee(call)));
      for (int i = 0; i < mc_nargs(args); i++)
        note("%d: %s%s", i, mc_text(mc_arg(args, i)),
             mc_equal(mc_arg(args, i), mc_arg(call, i)) ? "" : " differs");
      if (mc_arg(call, mc_nargs(call)) || mc_arg(call, -1))
        err("an argument too many");
    }
  | { x == y } ==> {
      note("%s: %d kids, %s and %s%s", mc_op(mc_stmt), mc_nkids(mc_stmt), mc_text(mc_kid(mc_stmt, 0)),
           mc_text(mc_kid(mc_stmt, 1)), mc_mentions(x, y) ? ", the one in the other" : "");
      if (mc_kid(mc_stmt, 2) || mc_kid(mc_stmt, -1))
        err("a kid too many");
    }
  ;
}
