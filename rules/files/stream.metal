// A stream is closed once, not used afterwards, and not forgotten.
//
// resource-state (error, CWE-672, 6.0): A file is used or closed after it was closed
// resource-leak (warning, CWE-772, 4.0): A file stays open though nothing refers to it any more
//
// A closed stream's memory is freed; one that is never closed keeps a descriptor, of which a
// process has few, and what is buffered may never be written.
//
// To mend it, close the stream on every way out, error paths first of all, and use it only before.
//
// A stream is somebody else's once it is returned to a caller that we do not see, stored where others reach it, or handed to a
// function that we do not see. At the end of `main` nothing is lost.
.module macros.m
.module kill-paths.m

sm stream {
  state refcounted decl { FILE * } f;
  decl any_expr x, y, z;
  decl any_fn_call call;
  decl any_args args;

  pat opens =
    { f = fopen(x, y) } || { f = fdopen(x, y) } || { f = tmpfile() } || { f = fopen64(x, y) }
  || { f = popen(x, y) } || { f = open_memstream(x, y) };
  pat hands_on =
    { return fopen(x, y); } || { return fdopen(x, y); } || { return tmpfile(); } || { return popen(x, y); };
  pat closes = { fclose(f) } || { pclose(f) };
  pat uses =
    { fread(x, y, z, f) } || { fwrite(x, y, z, f) } || { fgets(x, y, f) } || { fputs(x, f) }
  || { fgetc(f) } || { getc(f) } || { fputc(x, f) } || { putc(x, f) } || { ungetc(x, f) }
  || { fprintf(f, args) } || { vfprintf(f, x, y) } || { fscanf(f, args) } || { fseek(f, x, y) }
  || { ftell(f) } || { rewind(f) } || { fflush(f) } || { feof(f) } || { ferror(f) } || { fileno(f) }
  || { clearerr(f) } || { setvbuf(f, x, y, z) } || { setbuf(f, x) } || { getline(x, y, f) }
  || { freopen(x, y, f) };

  start:
    opens && ${ is_in_local(f) } ==> f.opened
  | hands_on && { return f; } && ${ !mc_is_root() } ==> f.opened
  | closes ==> f.closed
  ;
  // The answer is kept, and looked at later.
  f.kept_open:
    { (x != 0) } && ${ is_outcome(f, x) } ==> true=f.opened, false=f.stop
  | { (x == 0) } && ${ is_outcome(f, x) } ==> true=f.stop, false=f.opened
  ;
  f.kept_failed:
    { (x != 0) } && ${ is_outcome(f, x) } ==> true=f.stop, false=f.opened
  | { (x == 0) } && ${ is_outcome(f, x) } ==> true=f.opened, false=f.stop
  ;
  f.opened, f.kept_open, f.kept_failed:
    // With null, or with `stdin`: one side has nothing to close.
    { (f == NULL) } || { (f == x) } ==> true=f.stop, false=f.opened
  | { (f != NULL) } || { (f != x) } ==> true=f.opened, false=f.stop
  | { x = (f != NULL) } ==> f.kept_open, { mc_v_set_data(f, mc_text(x)); }
  | { x = (f == NULL) } ==> f.kept_failed, { mc_v_set_data(f, mc_text(x)); }
  | closes ==> f.closed
  | uses ==> { }
  // Kept somewhere, given to the caller, or handed to code that we do not see.
  | { return x; } && ${ is_given_away(x, f) } ==> f.stop
  | { x = f } && ${ !is_in_local(x) } ==> f.stop
  | ({ &x } || { y = x } || { return x; } || { call(-1, x) }) && ${ is_around(x, f) } ==> f.stop
  | { call(-1, f) } && ${ !mc_has_body(call) } ==> f.stop
  | { &f } ==> f.stop
  // It closes the stream, and answers with the same one where it can open the other file.
  | { f = freopen(x, y, f) } ==> f.opened
  | { z = freopen(x, y, f) } ==> f.stop
  | { f = x } && ${ mc_v_names(f) == 1 } ==> f.stop,
      { v_err("resource-leak", f, "'$name' is overwritten before it was closed"); }
  | $end_of_path$ && ${ !ends_program() } ==> f.stop,
      { v_err("resource-leak", f, "'$name' is never closed"); }
  ;
  f.closed:
    closes ==> f.stop, { v_err("resource-state", f, "'$name' is closed twice"); }
  | uses ==> f.stop, { v_err("resource-state", f, "'$name' is used after it was closed"); }
  ;
}
