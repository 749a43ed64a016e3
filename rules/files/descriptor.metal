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
// A descriptor is somebody else's once it is returned, stored where others reach it, or handed to a
// function that we do not see. Where it was found to be one of the standard descriptors it is meant
// to stay, and at the end of `main` nothing is lost.
.module macros.m
.module kill-paths.m

sm descriptor {
  state decl int fd;
  decl any_expr x, y, z;
  decl any_fn_call call;
  decl any_args args;

  pat opens =
    { fd = open(args) } || { fd = openat(args) } || { fd = creat(x, y) } || { fd = socket(x, y, z) }
  || { fd = accept(x, y, z) } || { fd = accept4(args) } || { fd = dup(x) } || { fd = mkstemp(x) }
  || { fd = epoll_create1(x) };
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

  start:
    opens && ${ mc_is_local(fd) } ==> fd.opened
  | closes && ${ !mc_is_constant(fd) } ==> fd.closed
  ;
  fd.opened:
    // Whatever it is compared with, one side is the failure, or a standard descriptor.
    { fd < x } || { fd <= x } || { fd == x } ==> true=fd.stop, false=fd.opened
  | { fd > x } || { fd >= x } || { fd != x } ==> true=fd.opened, false=fd.stop
  | closes ==> fd.closed
  | uses ==> { }
  | { return x; } && ${ mc_mentions(x, fd) } ==> fd.stop
  | { x = fd } && ${ !mc_is_local(x) } ==> fd.stop
  | { call(-1, fd) } && ${ !mc_has_body(call) } ==> fd.stop
  | { &fd } ==> fd.stop
  | $end_of_path$ && ${ !ends_program() } ==> fd.stop,
      { v_err("resource-leak", fd, "'$name' is never closed"); }
  ;
  fd.closed:
    { dup2(x, fd) } || { dup3(x, fd, y) } ==> fd.stop
  | closes ==> fd.stop, { v_err("resource-state", fd, "'$name' is closed twice"); }
  | uses ==> fd.stop, { v_err("resource-state", fd, "'$name' is used after it was closed"); }
  ;
}
