// PASTE 2002, figure 10: any use of a freed pointer but comparing and printing it.
sm_header {
  // does fn contain "print" or "debug"?
  static int is_debug_call(mc_tree fn) {
    char *n;
    if(!(n = mc_identifier(fn)))
      return 0;
    return strstr(n, "print") != 0
       || strstr(n, "debug") != 0;
  }
}
sm free_checker local subsume {
state killvars decl any_pointer v;
decl any_pointer x;
decl any_fn_call call;

pat safe_uses =
  // don't warn about comparisons.
  { (v == x) } || { (v != x) }
  // or calls to debugging functions that
  // have v as any argument.
  || { call(-1, v) } && ${ is_debug_call(call) }
  ;
start: { kfree(v) } ==> v.freed
  ;
v.freed:
  safe_uses ==> { /* do nothing */ }
  // warn about all other uses.
  | { v } ==> v.stop,
    { v_err("FREE", v, "Using freed '$name'!"); }
  ;
}
