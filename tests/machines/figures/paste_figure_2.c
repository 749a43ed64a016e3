// rule: ../../metal/paste_figure_1.metal
int random(void);
void cli(void);
void sti(void);

int err(void) {
  if(random())
    sti(); // goes to enabled state
}
int err_caller() {
  cli(); // goes to disabled state
  err(); // returns in two states
         // { enabled, disabled }
} // report cli-sti: "Did not reverse"

int ok(void) {
  cli(); // goes to disabled state
}
int ok_caller() {
  ok(); // returns in disabled state
  sti(); // goes to enabled state
} // end of path: success
