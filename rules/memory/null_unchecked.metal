// Memory from an allocator is compared with null before it is used.
//
// null-deref (warning, CWE-476, 5.3): A pointer that may be null is dereferenced
//
// An allocator answers null when there is no memory.  Whoever uses the answer unseen writes to
// address zero, or, with a large index, somewhere in the program.
//
// To mend it, compare the pointer with null, and give up or go another way where it is.
//
// Followed into the functions that the pointer is handed to, and out of those that return it, or null
// where they found it null. Where it was found to be null, a use in a loop that the comparison is not in does not count: what is null has
// no elements to walk over. What `realloc` answered may be null without a fault, when nothing was asked
// for: once it was compared, it is taken to have been looked at.
.module macros.m
.module kill-paths.m

sm_header {
  static int may_be_null(mc_tree t) {
    static const char *const answers[] = { "malloc", "calloc", "strdup", "strndup", "kmalloc", "kzalloc",
                                           "vmalloc", "fopen", "opendir", "getenv", "secure_getenv" };
    for (size_t i = 0; i < sizeof answers / sizeof *answers; ++i)
      if (mc_is_call_to(t, answers[i])) return 1;
    return 0;
  }
  /* One of the two values of `x = c ? malloc(n) : y`. */
  static int is_choice(mc_tree t) {
    mc_tree around = mc_parent(t);
    if (!around || strcmp(mc_op(around), "conditional")) return 0;
    around = mc_parent(around);
    return around && (!strcmp(mc_op(around), "assign") || !strcmp(mc_op(around), "init"));
  }
}

sm null_unchecked {
  state decl any_pointer v;
  decl any_expr x, y, z;
  decl any_args args;
  decl any_fn_call call;

  pat allocates =
    { v = malloc(x) } || { v = calloc(x, y) }
  || { v = strdup(x) } || { v = strndup(x, y) } || { v = aligned_alloc(x, y) } || { v = memalign(x, y) }
  || { v = kmalloc(x, y) } || { v = kzalloc(x, y) } || { v = kcalloc(x, y, z) } || { v = vmalloc(x) }
  || { v = kstrdup(x, y) } || { v = kmemdup(x, y, z) }
  || { v = fopen(x, y) } || { v = fdopen(x, y) } || { v = tmpfile() } || { v = opendir(x) }
  || { v = popen(x, y) } || { v = fmemopen(x, y, z) } || { v = open_memstream(x, y) }
  || { v = kmem_cache_alloc(x, y) } || { v = kvmalloc(x, y) } || { v = devm_kzalloc(x, y, z) }
  || { v = getenv(x) } || { v = secure_getenv(x) };

  pat use =
    { *(any *)v }
  || { memset(v, x, y) } || { memcpy(v, x, y) } || { memcpy(x, v, y) } || { memmove(v, x, y) }
  || { strcpy(v, x) } || { strcpy(x, v) } || { strcat(v, x) } || { strlen(v) } || { strncpy(v, x, y) }
  || { strcmp(v, x) } || { strcmp(x, v) }
  || { fgets(x, y, v) } || { fread(x, y, z, v) } || { fwrite(x, y, z, v) } || { fclose(v) }
  || { getc(v) } || { fgetc(v) } || { fputs(x, v) } || { fprintf(v, args) } || { readdir(v) }
  || { strncmp(v, x, y) } || { strncmp(x, v, y) } || { strchr(v, x) } || { strrchr(v, x) }
  || { strstr(v, x) } || { strstr(x, v) } || { strdup(v) } || { atoi(v) }
  || { puts(v) } || { fputs(v, x) };

  pat resizes = { v = realloc(x, y) } || { v = reallocarray(x, y, z) };

  // Without a name for it.
  pat hands_on =
    { return malloc(x); } || { return calloc(x, y); } || { return strdup(x); } || { return strndup(x, y); }
  || { return kmalloc(x, y); } || { return kzalloc(x, y); } || { return vmalloc(x); }
  || { return fopen(x, y); } || { return opendir(x); };

  start:
    allocates ==> v.unchecked
  | resizes ==> v.resized
  | hands_on && { return v; } ==> v.unchecked
  | { call(args) } && ${ may_be_null(mc_stmt) && is_choice(mc_stmt) } ==> chosen
  | use && ${ may_be_null(v) } ==>
      { v_err("null-deref", v, "'$name' is used without a look whether it is null"); }
  ;
  // The path came by that side of `?:`.
  chosen: { v = x } ==> v.unchecked, start;

  v.resized: { (v == NULL) } || { (v != NULL) } ==> v.stop;

  v.unchecked, v.null:
    { (v == NULL) } ==> true=v.null, false=v.stop, { remember_comparison(v, mc_stmt); }
  | { (v != NULL) } ==> true=v.stop, false=v.null, { remember_comparison(v, mc_stmt); }
  // The answer is kept, and looked at later.
  | { x = (v == NULL) } || { x = (v != NULL) } ==> v.stop
  ;
  v.unchecked, v.resized: use ==> v.stop,
    { v_err("null-deref", v, "'$name' is used without a look whether it is null"); };
  // Who found null in what it fills for its caller, and returns something, tells the caller so.
  v.null: { return x; } && ${ !mc_is_local(v) } ==> v.stop;
  v.null: use && ${ is_in_another_round(v, mc_stmt) } ==> v.stop;
  v.null: use ==> v.stop, { v_err("null-deref", v, "'$name' is used where it is null"); };
}
