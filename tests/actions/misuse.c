void a(char *), b(char *), c(char *), d(char *), e(char *), f(char *), g(char *), h(char *);
void i(char *), j(char *), k(char *), l(char *), m(char *), s(char *);
void loop(char *p) { a(p); }
void jump(char *p) { b(p); }
void recursion(char *p) { c(p); }
void deep(char *p) { d(p); }
void no_variable(char *p) { e(p); }
void no_state(char *p) { f(p); }
void no_tree(char *p) { g(p); }
void bad_free(char *p) { h(p); }
void no_memory(char *p) { i(p); }
void no_message(char *p) { j(p); }
void much_data(char *p) { k(p); }
void no_global_state(char *p) { l(p); }
void in_callout(char *p) { m(p); }
