// PASTE 2002, figure 11: which functions free their argument, by counting.
sm_header {
  // does fn contain suggestive name?
  static int is_free(mc_tree fn) {
    char *n;
    if(!(n = mc_identifer(fn)))
      return 0;
    return strstr(n, "free") != 0
      || strstr(n, "Free") != 0
      || strstr(n, "Dealloc") != 0
   || strstr(n, "dealloc") != 0;
  }
}
sm stat_free_checker local subsume {
state killvars decl any_pointer v;
decl any_pointer x;
decl any_fn_call call;

pat safe_uses =
  { (v == x) } || { (v != x) }
  || { call(-1, v) } && ${ is_debug_call(call) }
  ;
start: { call(v) } && ${ is_free(call) } ==> v.freed,
  { mc_v_set_data(v, mc_identifer(call));
    v_note("STAT_FREE", v,
      "freeing $name [POP=$data]"); }
  ;
v.freed:
  safe_uses ==> { /* do nothing */ }
| { v } ==> v.stop,
  { v_err("STAT_FREE", v,
    "Using freed '$name'! [FAIL=$data]"); }
  ;
}
