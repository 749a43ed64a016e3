// PLDI 2002, figure 1: freed pointers are not used.  A bare extension, without `sm`.
state decl any_pointer v;

start: { kfree(v) } ==> v.freed;

v.freed: { *v } ==> v.stop,
    { err("using %s after free!", mc_identifier(v)); }
  | { kfree(v) } ==> v.stop,
    { err("double free of %s!", mc_identifier(v)); }
  ;
