// An open directory is closed once, not read afterwards, and not forgotten.
//
// resource-state (error, CWE-672, 6.0): A file is used or closed after it was closed
// resource-leak (warning, CWE-772, 4.0): A file stays open though nothing refers to it any more
//
// closedir frees what opendir made; a directory that is never closed keeps its memory and a descriptor.
//
// To mend it, close the directory on every way out, and read it only before.
//
// A directory is somebody else's once it is returned to a caller that we do not see, stored where others
// reach it, or handed to a function that we do not see. At the end of `main` nothing is lost.
.module macros.m
.module kill-paths.m

sm directory {
  state refcounted decl { DIR * } d;
  decl any_expr x, y;
  decl any_fn_call call;

  pat opens = { d = opendir(x) } || { d = fdopendir(x) };
  pat closes = { closedir(d) };
  pat uses =
    { readdir(d) } || { readdir64(d) } || { readdir_r(d, x, y) } || { rewinddir(d) } || { telldir(d) }
  || { seekdir(d, x) } || { dirfd(d) };

  start:
    opens && ${ mc_is_local(d) } ==> d.opened
  | { return opendir(x); } && { return d; } && ${ !mc_is_root() } ==> d.opened
  | closes ==> d.closed
  ;
  // The answer is kept, and looked at later.
  d.kept_open:
    { (x != 0) } && ${ is_outcome(d, x) } ==> true=d.opened, false=d.stop
  | { (x == 0) } && ${ is_outcome(d, x) } ==> true=d.stop, false=d.opened
  ;
  d.kept_failed:
    { (x != 0) } && ${ is_outcome(d, x) } ==> true=d.stop, false=d.opened
  | { (x == 0) } && ${ is_outcome(d, x) } ==> true=d.opened, false=d.stop
  ;
  d.opened, d.kept_open, d.kept_failed:
    { (d == NULL) } || { (d == x) } ==> true=d.stop, false=d.opened
  | { (d != NULL) } || { (d != x) } ==> true=d.opened, false=d.stop
  | { x = (d != NULL) } ==> d.kept_open, { mc_v_set_data(d, mc_text(x)); }
  | { x = (d == NULL) } ==> d.kept_failed, { mc_v_set_data(d, mc_text(x)); }
  | closes ==> d.closed
  | uses ==> { }
  | { return x; } && ${ is_given_away(x, d) } ==> d.stop
  | { x = d } && ${ !mc_is_local(x) } ==> d.stop
  | { call(-1, d) } && ${ !mc_has_body(call) } ==> d.stop
  | { &d } ==> d.stop
  | { d = x } && ${ mc_v_names(d) == 1 } ==> d.stop,
      { v_err("resource-leak", d, "'$name' is overwritten before it was closed"); }
  | $end_of_path$ && ${ !ends_program() } ==> d.stop,
      { v_err("resource-leak", d, "'$name' is never closed"); }
  ;
  d.closed:
    closes ==> d.stop, { v_err("resource-state", d, "'$name' is closed twice"); }
  | uses ==> d.stop, { v_err("resource-state", d, "'$name' is used after it was closed"); }
  ;
}
