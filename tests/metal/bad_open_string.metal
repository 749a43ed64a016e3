sm open {
  start: { f("abc) } ==> stop;
}
