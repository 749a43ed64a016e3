// What may be meant, but looks like a slip.
sm warnings {
  state decl any_pointer pointer;
  decl any_expr unused;
  start: { take(pointer) } ==> pointer.taken;
  pointer.taken: { give(ponter) } ==> pointer.stop;
}
