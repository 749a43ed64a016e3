// States and state variables that are not what was meant.
sm file_close {
  state decl { FILE * } f;
  state decl { DIR * } dir;
  decl any_expr x;

  start: { fclose(f) } ==> f.closd;
  f.closed: { fclose(f) } ==> f.stop;
  start: { open(x) } ==> x.open;
  start: { opendir(dir) } ==> dri.open;
  f.stop: { use(f) } ==> f.closed;
  f.start: { use(f) } ==> f.closed;
  f: { use(f) } ==> f.closed;
}
