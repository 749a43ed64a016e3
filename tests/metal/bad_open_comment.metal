sm open {
  start: { f() } ==> stop; /* for ever
}
