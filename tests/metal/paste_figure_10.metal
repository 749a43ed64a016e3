// PASTE 2002, figure 10: any use of a freed pointer but comparing and printing it.
sm_header {
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
  // Comments may stand between alternatives.
  { (v == x) } || { (v != x) }
  || { call(-1, v) } && ${ is_debug_call(call) }
  ;
start: { kfree(v) } ==> v.freed
  ;
v.freed:
  safe_uses ==> { /* do nothing */ }
  | { v } ==> v.stop,
    { v_err("FREE", v, "Using freed '$name'!"); }
  ;
}
