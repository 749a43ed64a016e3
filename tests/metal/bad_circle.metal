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

// A callout that only compares is no way out.
sm compare {
  decl any_expr x;

  start: { begin(x) } ==> one;
  one: ${ mc_stmt != 0 } ==> two;
  two: ${ mc_stmt != 0 } ==> one;
}

// One that calls something may be.
sm called {
  decl any_expr x;

  start: { begin(x) } ==> one;
  one: ${ tell(mc_stmt) } ==> two;
  two: ${ 1 } ==> one;
}
