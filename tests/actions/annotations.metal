// What one machine leaves for the next.
sm first {
  decl any_fn_call call;
  decl any_args args;
  start: { call(args) } ==> {
    if (mc_is_call_to(call, "panic")) mc_set_path_kill(call);
    if (mc_is_call_to(call, "leave")) mc_kill_path();
    mc_annotate(call, "callee", mc_identifier(call));
    note("%s, %s", mc_annotation(call, "callee"), mc_annotation(call, "other") ? "other" : "no other");
  };
}
