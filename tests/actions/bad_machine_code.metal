// What Clang takes, and the machine or the loader does not.
sm bad_machine_code {
  start: { f() } ==> { asm("no such instruction"); };
}
