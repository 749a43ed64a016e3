// Freed memory is not used, and not freed again.
//
// use-after-free (error, CWE-416, 8.1): Memory is used after it was freed
// double-free (error, CWE-415, 8.1): Memory is freed twice
// freed-return (error, CWE-416, 8.1): A function returns memory that it has freed
//
// Once memory is freed, the allocator gives it to whoever asks next: reading it sees another
// object's bytes, writing it changes them, freeing it again breaks the allocator.
//
// To mend it, free last, or set the pointer to null or to its new value right after freeing.
//
// Followed through wrappers and synonyms. What `realloc` was given is freed where its answer is not null. A use is a dereference, or a library function that reads or
// writes the memory; comparing and printing the pointer is none. What is freed where a count in the
// object itself reached its end, `if (--o->refs == 0) free(o)`, is freed for the function that asked for the count, not for its callers:
// they may hold other references. Likewise what is freed where it is not the room that its own record has for it.
.module macros.m
.module kill-paths.m

sm use_after_free subsume {
  state refcounted decl any_pointer v;
  decl any_expr x, y, z;
  decl any_fn_call call;

  pat frees =
    { free(v) } || { cfree(v) } || { delete v } || { delete[] v }
  || { kfree(v) } || { vfree(v) } || { kvfree(v) } || { kzfree(v) } || { kfree_sensitive(v) }
  || { g_free(v) } || { xfree(v) } || { OPENSSL_free(v) } || { CRYPTO_free(v, x, y) };

  // Library functions without a body here that look at the memory itself.
  pat library_use =
    { memcpy(v, x, y) } || { memcpy(x, v, y) } || { memmove(v, x, y) } || { memmove(x, v, y) }
  || { memset(v, x, y) } || { memcmp(v, x, y) } || { memcmp(x, v, y) } || { bzero(v, x) }
  || { strlen(v) } || { strdup(v) } || { strcpy(v, x) } || { strcpy(x, v) } || { strcat(v, x) }
  || { strcat(x, v) } || { strcmp(v, x) } || { strcmp(x, v) } || { strncmp(v, x, y) }
  || { strncmp(x, v, y) } || { strncpy(v, x, y) } || { strncpy(x, v, y) } || { strchr(v, x) }
  || { strrchr(v, x) } || { strstr(v, x) } || { strstr(x, v) } || { realloc(v, x) }
  || { fwrite(v, x, y, z) } || { fread(v, x, y, z) } || { read(x, v, y) } || { write(x, v, y) }
  || { puts(v) } || { fputs(v, x) } || { call(-1, v) } && ${ prints_string(call, v) };

  // Freeing null does nothing.
  start:
    frees && ${ !mc_known_null(v) } ==> v.freed
  | { x = realloc(v, y) } && ${ !mc_equal(x, v) && !mc_known_null(v) } ==> v.moved,
      { mc_v_set_data(v, mc_text(x)); }
  ;

  // realloc has freed it, if it answered.  Names are a function's own: a callee may call what it is
  // given, and asks about, what the answer was called.
  v.moved:
    { ((x = realloc(v, y)) == NULL) } ==> true=v.stop, false=v.freed
  | { ((x = realloc(v, y)) != NULL) } ==> true=v.freed, false=v.stop
  | { (x == NULL) } && ${ is_outcome(v, x) && !mc_equal(x, v) } ==> true=v.stop, false=v.freed
  | { (x != NULL) } && ${ is_outcome(v, x) && !mc_equal(x, v) } ==> true=v.freed, false=v.stop
  ;

  v.freed:
    frees && ${ mc_known_null(v) } ==> v.stop
  | frees ==> v.stop, { v_err("double-free", v, "'$name' is freed twice"); }
  | { return v; } ==> v.stop, { v_err("freed-return", v, "'$name' is returned after it was freed"); }
  | { *(any *)v } || library_use ==> v.stop,
      { v_err("use-after-free", v, "'$name' is used after it was freed"); }
  ;
}
