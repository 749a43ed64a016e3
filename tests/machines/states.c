// rule: states.metal
void make(int *);
void pair(int *, int *);
void touch(int *);
void next(int *);
void drop(int *);
void jump(void);
void land(void);
void end(void);

void first_rule_wins(int *p) {
  make(p);
  touch(p);  // report first: "p, first rule"
}
void tracked_is_not_made_again(int *p) {
  make(p);
  next(p);
  make(p);
  touch(p);  // report two: "p is two"
}
void untracked(int *p) {
  touch(p);  // report untracked: "p is not tracked"
}
void stopped_can_begin_again(int *p) {
  make(p);
  drop(p);
  make(p);
  touch(p);  // report first: "p, first rule"
}
void two_components(int *p, int *q) {
  pair(p, q);
  touch(p);  // report first: "p, first rule"
  touch(q);  // report wtwo: "q is w's two"
}
void global_written(void) {
  jump();
  land();  // report states: "landed"
}
void global_stop(int *p) {
  jump();
  end();
  land();
}
static void stops(void) { end(); }
void global_stop_in_callee(void) {
  jump();
  stops();
  land();
}
