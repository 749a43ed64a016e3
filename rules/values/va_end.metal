// Every va_start and va_copy has its va_end, in the same function.
//
// missing-va-end (warning, CWE-573, 3.0): A list of arguments is not ended
//
// C asks for va_end before the function returns: where the list has memory of its own, it leaks.
//
// To mend it, call va_end on every way out.
//
// One function at a time, as C wants it: a list that another function ends is reported.
sm va_end local {
  state nokillvars decl any_expr ap;
  decl any_expr x;
  decl any_args args;

  start:
    { va_start(ap, args) } || { va_copy(ap, x) } ==> ap.started
  ;
  ap.started:
    { va_end(ap) } ==> ap.stop
  | { va_start(ap, args) } || { va_copy(ap, x) } ==> ap.started,
      { v_err("missing-va-end", ap, "'$name' is started again without va_end"); }
  | $end_of_path$ ==> ap.stop, { v_err("missing-va-end", ap, "'$name' has no va_end on this path"); }
  ;
}
