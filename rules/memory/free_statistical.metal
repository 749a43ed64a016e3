// Functions whose argument is hardly ever used afterwards: they free it.
//
// free-like (warning, CWE-416, 4.0): A pointer is used after a call that seems to free it
//
// Which functions free their argument is counted, not declared: every function with such a word
// in its name is suspected, and each use of the argument after the call speaks against it.
//
// To mend it, do not use the pointer after the call; if the function frees nothing, its name
// says otherwise.
//
// Runs only when named: what a function resets, or keeps for somebody else, looks like freed.
.module macros.m

sm_header {
  /* What lies within something else is emptied, and not freed; and the program's own functions may
     reset what they can reach. */
  static int is_gone(mc_tree call, mc_tree v) {
    return mc_text(v)[0] != '&' && !mc_known_null(v) && (mc_is_local(v) || !mc_has_body(call));
  }

  static int is_free(mc_tree fn) {
    return name_has(fn, "free") || name_has(fn, "Free") || name_has(fn, "dealloc")
        || name_has(fn, "Dealloc") || name_has(fn, "destroy") || name_has(fn, "release");
  }
}

sm free_statistical local subsume {
  state decl any_pointer v;
  decl any_pointer x;
  decl any_fn_call call;

  pat safe_uses =
    { (v == x) } || { (v != x) } || { call(-1, v) } && ${ is_debug_call(call) };

  start: { call(v) } && ${ is_free(call) && !mc_is_call_to(call, "free") && is_gone(call, v) } ==> v.freed,
    { mc_v_set_data(v, mc_identifier(call));
      v_note("free-like", v, "'$name' is handed to '$data' [POP=$data]"); };

  v.freed:
    safe_uses ==> { }
  | { v } ==> v.stop,
      { v_err("free-like", v, "'$name' is used after '$data', which seems to free it [FAIL=$data]"); }
  ;
}
