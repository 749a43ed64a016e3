// PASTE 2002, figure 1: a global machine, whose first state is the initial one.
.module macros.m

sm cli_sti {
  enabled:
    { cli(); } ==> disabled
  | { sti(); } ==> stop,
    { err("Double sti"); }
  ;
  disabled:
    { sti(); } ==> enabled
  | { cli(); } ==> stop,
    { err("Double cli"); }
  | $end_of_path$ ==>
    { err("Did not reverse"); }
  ;
}
