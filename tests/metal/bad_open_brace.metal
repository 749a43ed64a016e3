sm open {
  start: { f() } ==> stop, { if (x) { y(); };
