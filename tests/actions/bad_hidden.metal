// A header hides the code behind it.
sm_header {
#if 0
}
sm hidden { start: { f() } ==> { err("hidden"); }; }
sm_header {
#endif
}
