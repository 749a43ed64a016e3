// A pointer that came from user space is not dereferenced by the kernel.
//
// user-pointer (error, CWE-822, 8.4): A pointer from user space is dereferenced
//
// Who passes a pointer to copy_from_user or its kind believes that it is the user's: it may lead
// anywhere.  Dereferenced directly, it reads or writes kernel memory of the user's choice.
//
// To mend it, copy what it points to with the function made for that.
//
// A pointer is the user's from the copy on; uses before it are not reported.
.module kill-paths.m

sm user_pointer {
  state decl any_pointer v;
  decl any_expr x, y;

  pat is_users =
    { copy_from_user(x, v, y) } || { __copy_from_user(x, v, y) } || { copy_to_user(v, x, y) }
  || { __copy_to_user(v, x, y) } || { strncpy_from_user(x, v, y) } || { strnlen_user(v, x) }
  || { get_user(x, v) } || { put_user(x, v) } || { copyin(v, x, y) } || { copyout(x, v, y) }
  || { clear_user(v, x) } || { access_ok(v, x) };

  start: is_users ==> v.users;
  v.users:
    is_users ==> { }
  | { *(any *)v } || { memcpy(v, x, y) } || { memcpy(x, v, y) } || { strcpy(x, v) } ==> v.stop,
      { v_err("user-pointer", v, "'$name' comes from user space and is dereferenced [SECURITY]"); }
  ;
}
