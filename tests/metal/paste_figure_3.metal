// PASTE 2002, figure 3: memory from kmalloc is checked before its use.  As printed, the lines'
// ends are the only separators.
sm null_checker local {
  state killvars decl any_pointer v;
  decl any_expr x,y;

  // Various uses.
  pat use = { *(any *)v }
          || { memset(v, x, y) }
          || { v + x }
          || { v - x }

  start: { v = kmalloc(x,y) } ==> v.unknown

  v.unknown:
    { (v == NULL) } ==> true=v.null, false=v.stop
    | { (v != NULL) } ==> true=v.stop, false=v.null

  v.null, v.unknown: use ==> v.stop,
    { v_err("NULL", v, "Using \"\$name\" illegally!"); }

}
