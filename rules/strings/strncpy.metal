// What strncpy filled to its end gets a terminator before it is used as a string.
//
// unterminated-string (warning, CWE-170, 6.5): A string without a terminator is read as one
//
// strncpy writes no terminator when the source is as long as the space.  Who reads the result as
// a string reads on, past the buffer.
//
// To mend it, copy one byte less and set the last byte to zero, or use snprintf.
//
// Only arrays whose size stands in the call: what a caller knows of a size is not followed. Who has asked
// how long the source is knows whether it fits. A zero that is written through a pointer may be the
// terminator.
.module macros.m

sm_header {
  static int is_measured(mc_tree t) {
    const char *state = mc_v_state(t);
    return state && !strcmp(state, "measured");
  }
}

sm strncpy_terminator local {
  state decl any_expr v;
  state decl any_expr source;
  decl any_expr x, y, i;
  decl any_args args;
  decl any_fn_call call;

  // The whole buffer: with less, the last byte is left to what it was, mostly zero.
  start: { strncpy(v, x, i) } && { strncpy(v, source, i) } && ${ mc_is_array(v) && mc_is_constant(i) && mc_int_value(i) >= mc_sizeof(v)
                                    && !mc_string_value(x) && !is_measured(source) } ==> v.open;
  start: { strlen(source) } ==> source.measured;
  v.open:
    // Ended, or looked at whether it is.
    { v[i] = x } || { v[i] == x } || { v[i] != x } || { memchr(v, x, y) } ==> v.stop
  | { *x = 0 } && ${ mc_is_pointer(x) && !mc_is_array(x) } ==> v.stop
  | { memset(v, x, y) } || { snprintf(v, args) } || { strncpy(v, x, y) } ==> v.stop
  | { strlen(v) } || { strcpy(x, v) } || { strcat(x, v) } || { strcat(v, x) } || { strdup(v) }
  || { strcmp(v, x) } || { strcmp(x, v) } || { puts(v) } || { fputs(v, x) } || { strchr(v, x) }
  || { fopen(v, x) } || { open(v, args) } || { strstr(v, x) } || { strrchr(v, x) }
  || { atoi(v) } || { unlink(v) } || { call(-1, v) } && ${ prints_string(call, v) == 1 } ==> v.stop,
      { v_err("unterminated-string", v, "'$name' may have no terminator: strncpy filled all of it"); }
  ;
}
