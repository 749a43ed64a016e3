// A file descriptor is closed once, not used afterwards, and not forgotten.
//
// resource-state (error, CWE-672, 6.0): A file is used or closed after it was closed
// resource-leak (warning, CWE-772, 4.0): A file stays open though nothing refers to it any more
//
// The number of a closed descriptor is given to the next file that is opened: using or closing it
// again hits a file of somebody else. One that is never closed is lost to the process.
//
// To mend it, close the descriptor on every way out, and set the variable to -1 where it lives on.
//
// A descriptor is somebody else's once it is returned to a caller that we do not see, stored where others reach it, or handed to a
// function that we do not see. Who writes `(void)fd` knows of it, and leaves it open. Where it was found to be one of the standard descriptors it is meant
// to stay, and at the end of `main` nothing is lost.
.module macros.m
.module kill-paths.m

sm_header {
  /* Nobody says that it is meant: `(void)open(…)` does, and what daemons open to have a 0, 1 and 2. */
  static int is_forgotten(mc_tree open) {
    mc_tree around = mc_parent(open);
    const char *path = mc_nargs(open) > 0 ? mc_string_value(mc_arg(open, 0)) : 0;
    if (path && !strncmp(path, "/dev/", 5)) return 0;
    return !around || strcmp(mc_op(around), "cast") != 0;
  }
}

sm descriptor {
  state refcounted decl int fd;
  decl any_expr x, y, z;
  decl any_fn_call call;
  decl any_args args;

  pat opens =
    { fd = open(args) } || { fd = openat(args) } || { fd = creat(x, y) } || { fd = socket(x, y, z) }
  || { fd = accept(x, y, z) } || { fd = accept4(args) } || { fd = dup(x) } || { fd = mkstemp(x) }
  || { fd = epoll_create1(x) };
  pat hands_on =
    { return open(args); } || { return openat(args); } || { return creat(x, y); }
  || { return socket(x, y, z); } || { return accept(x, y, z); } || { return accept4(args); }
  || { return dup(x); } || { return mkstemp(x); };
  pat closes = { close(fd) };
  pat uses =
    { read(fd, x, y) } || { write(fd, x, y) } || { pread(fd, args) } || { pwrite(fd, args) }
  || { readv(fd, x, y) } || { writev(fd, x, y) }
  || { lseek(fd, x, y) } || { fstat(fd, x) } || { ftruncate(fd, x) } || { fsync(fd) }
  || { send(fd, args) } || { recv(fd, args) } || { sendto(fd, args) } || { recvfrom(fd, args) }
  || { bind(fd, x, y) } || { listen(fd, x) } || { connect(fd, x, y) } || { setsockopt(fd, args) }
  || { getsockopt(fd, args) } || { getsockname(fd, args) } || { getpeername(fd, args) }
  || { shutdown(fd, x) } || { fcntl(fd, args) } || { ioctl(fd, args) } || { fchmod(fd, x) }
  || { fchown(fd, args) } || { isatty(fd) } || { flock(fd, x) } || { dup2(fd, x) };

  pat drops =
    ({ open(args); } || { openat(args); } || { creat(x, y); } || { socket(x, y, z); })
    && ${ is_forgotten(mc_stmt) };

  start:
    opens && ${ is_in_local(fd) } ==> fd.opened
  | drops ==> start, { v_err("resource-leak", mc_stmt, "the descriptor that is opened here is never closed"); }
  // Somebody else's, until the stream takes it.
  | { x = fdopen(fd, y) } ==> fd.lent, { mc_v_set_data(fd, mc_text(x)); }
  | hands_on && { return fd; } && ${ !mc_is_root() } ==> fd.opened
  | closes && ${ !mc_is_constant(fd) } ==> fd.closed
  ;
  // The answer is kept, and looked at later.
  fd.kept_open:
    { (x != 0) } && ${ is_outcome(fd, x) } ==> true=fd.opened, false=fd.stop
  | { (x == 0) } && ${ is_outcome(fd, x) } ==> true=fd.stop, false=fd.opened
  ;
  fd.kept_failed:
    { (x != 0) } && ${ is_outcome(fd, x) } ==> true=fd.stop, false=fd.opened
  | { (x == 0) } && ${ is_outcome(fd, x) } ==> true=fd.opened, false=fd.stop
  ;
  fd.opened, fd.kept_open, fd.kept_failed:
    // Whatever it is compared with, one side is the failure, or a standard descriptor.
    { fd < x } || { fd <= x } || { fd == x } ==> true=fd.stop, false=fd.opened
  | { fd > x } || { fd >= x } || { fd != x } ==> true=fd.opened, false=fd.stop
  | { x = (fd > y) } || { x = (fd >= y) } || { x = (fd != y) } ==> fd.kept_open,
      { mc_v_set_data(fd, mc_text(x)); }
  | { x = (fd < y) } || { x = (fd <= y) } || { x = (fd == y) } ==> fd.kept_failed,
      { mc_v_set_data(fd, mc_text(x)); }
  | closes ==> fd.closed
  | uses ==> { }
  | { return x; } && ${ is_given_away(x, fd) || is_around(x, fd) } ==> fd.stop
  | { x = fd } && ${ !mc_is_local(x) } ==> fd.stop
  | { x = y } && ${ is_around(y, fd) } ==> fd.stop
  | { call(-1, x) } && ${ is_around(x, fd) } ==> fd.stop
  // The stream has it, if there is one.
  | { x = fdopen(fd, y) } ==> fd.wrapped, { mc_v_set_data(fd, mc_text(x)); }
  | { call(-1, fd) } && ${ !mc_has_body(call) && !mc_is_call_to(call, "fdopen") } ==> fd.stop
  | { &fd } ==> fd.stop
  // Said not to be needed: it stays open on purpose, or what would have it is not part of this build.
  | { (void)fd } ==> fd.stop
  | { fd = x } && ${ mc_v_names(fd) == 1 } ==> fd.stop,
      { v_err("resource-leak", fd, "'$name' is overwritten before it was closed"); }
  | $end_of_path$ && ${ !ends_program() } ==> fd.stop,
      { v_err("resource-leak", fd, "'$name' is never closed"); }
  ;
  fd.wrapped:
    { ((x = fdopen(fd, y)) == NULL) } ==> true=fd.opened, false=fd.owned
  | { ((x = fdopen(fd, y)) != NULL) } ==> true=fd.owned, false=fd.opened
  | { (x == NULL) } && ${ is_outcome(fd, x) } ==> true=fd.opened, false=fd.owned
  | { (x != NULL) } && ${ is_outcome(fd, x) } ==> true=fd.owned, false=fd.opened
  ;
  fd.lent:
    { ((x = fdopen(fd, y)) == NULL) } ==> true=fd.stop, false=fd.owned
  | { ((x = fdopen(fd, y)) != NULL) } ==> true=fd.owned, false=fd.stop
  | { (x == NULL) } && ${ is_outcome(fd, x) } ==> true=fd.stop, false=fd.owned
  | { (x != NULL) } && ${ is_outcome(fd, x) } ==> true=fd.owned, false=fd.stop
  ;
  fd.owned: { fclose(x) } && ${ is_outcome(fd, x) } ==> fd.closed;
  fd.closed:
    { dup2(x, fd) } || { dup3(x, fd, y) } ==> fd.stop
  | closes ==> fd.stop, { v_err("resource-state", fd, "'$name' is closed twice"); }
  | uses ==> fd.stop, { v_err("resource-state", fd, "'$name' is used after it was closed"); }
  ;
}
