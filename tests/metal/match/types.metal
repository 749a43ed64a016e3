// Types of holes, with the names that the program gives to types.
sm types {
  decl { struct foo * } tag;
  decl { foo_t * } name;
  decl { handle } whole;
  decl { lock_t } lock;
  decl unsigned long size;
  decl { const char * } text;
  decl any_scalar number;
  decl any_pointer pointer;
  decl { size_t } alias;
  decl { any ** } twice;
  decl { int (*)(int) } callback;
  pat tagged = { f(tag) };
  pat named = { f(name) };
  pat handled = { f(whole) };
  pat locked = { g(lock) };
  pat sized = { g(size) };
  pat aliased = { g(alias) };
  pat worded = { f(text) };
  pat scalar = { f(number) } || { g(number) };
  pat pointed = { f(pointer) };
  pat doubled = { f(twice) };
  pat called_back = { each(callback) };
  pat enumerated = { g(BLUE) };
  pat value = { g(7) };
  start: tagged ==> stop;
}
