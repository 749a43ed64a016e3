// `{ v }` is a use of v: not the target of a plain write, and nothing that is not evaluated.
sm uses {
  decl { struct tracked * } v;
  decl { struct lock } l;
  pat use = { v };
  pat dereference = { *v };
  pat object = { l };
  pat named = { counter };
  start: use ==> stop;
}
