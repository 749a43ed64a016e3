// Data of threads.
sm bad_thread {
  start: { f() } ==> { static __thread int local; note("%d", local++); };
}
