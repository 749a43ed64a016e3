// Types and constants.
sm types {
  decl any_expr x;
  start: { show(x) } || { show_double(x) } || { show_record(x) } || { show_pointer(x) } ==> {
    const char *to = mc_pointee_type(x);
    note("%s: %s (%s), %ld bytes%s%s", mc_text(x), mc_type(x), mc_type_resolved(x), mc_sizeof(x),
         to ? ", to " : "", to ? to : "");
    note("%s%s%s%s%s%s", mc_is_pointer(x) ? "pointer " : "", mc_is_integer(x) ? "integer " : "",
         mc_is_signed(x) ? "signed " : "", mc_is_float(x) ? "float " : "",
         mc_is_record(x) ? "record " : "", mc_is_array(x) ? "array " : "");
    if (mc_is_constant(x))
      note("constant %lld%s", mc_int_value(x), mc_is_null(x) ? ", null" : "");
    if (mc_string_value(x))
      note("string %s", mc_string_value(x));
  };
}
