// Statements, tried where their condition decides or their first point is.
sm statements {
  decl any_pointer v;
  decl any_expr x, y;
  decl any_scalar i;
  decl any_args args;
  pat guarded = { if (v == NULL) return x; };
  pat with_else = { if (v) use(x); else use(y); };
  pat walk = { while (v) v = v->next; };
  pat once = { do { use(i); } while (i > 0); };
  pat count = { for (i = 0; i < x; i++) use(i); };
  pat counted = { for (int k = 0; k < x; k++) use(k); };
  pat forever = { for (;;) { use(x); break; } };
  pat choose = { switch (x) { case 1: use(1); break; default: use(2); } };
  pat give = { return v; };
  pat give_number = { return 3; };
  pat leave = { return; };
  pat made = { struct node *v = make(x); };
  pat declared = { int i; };
  pat two_names = { int i, *v = x; };
  pat pair = { lock(x); unlock(x); };
  pat labelled = { again: use(x); };
  pat jump = { if (x) goto again; };
  pat block = { if (v) { use(1); use(2); } };
  pat dropped = { use(x); };
  start: guarded ==> stop;
}
