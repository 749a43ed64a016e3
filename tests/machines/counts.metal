sm counts {
  start: { f() } ==> { mc_count("calls", 1); };
}
