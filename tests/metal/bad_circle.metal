// States that only lead to each other: nothing is ever reported.
sm circle {
  state decl any_pointer v;

  start: { begin(v) } ==> v.here;
  v.here: { go(v) } ==> v.there;
  v.there: { go(v) } ==> v.here | { back(v) } ==> v.there;
}

// With a report on the way it is a circle as good as any.
sm lock {
  state decl any_pointer l;

  start: { take(l) } ==> l.held;
  l.held: { give(l) } ==> l.free | { take(l) } ==> l.held, { err("lock-misuse", "taken twice"); };
  l.free: { take(l) } ==> l.held;
}
