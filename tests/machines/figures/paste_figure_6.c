// rule: ../../metal/paste_figure_5.metal
void cli(void);
void sti(void);
void panic(const char *);

int enable_disable_ok(int x) {
  cli();
  if(x != 0)
    sti(); // reversed disable [SUCCESS]
  else if(x > 0)
    sti(); // reversed disable [SUCCESS]
  else
    // No error: kill paths prunes path.
    panic("impossible value");
}

int err1(int x) {
  cli();
  if(x)
    sti(); // reversed disable [SUCCESS]
  else
    return -1;  // report cli-sti-consistent: "CLI_STI: did not reverse"
}
// ERROR:CLI_STI: enable 1 to disable 1
int err2(int x) {
  if(x) {
    cli();
    sti(); // reversed disable [SUCCESS]
  } else {
    sti();
    cli(); // reversed enable [SUCCESS]
  }
}  // report cli-sti-consistent: "CLI_STI: enable 1 to disable 1"

int err3(int x) {
  if(x) {
    cli(); // did not reverse [FAIL]
  } else {
    sti();
    cli(); // reversed enable [SUCCESS]
  }
}  // report cli-sti-consistent: "CLI_STI: did not reverse"

int err4(void) {
  cli(); // did not reverse [FAIL]
}  // report cli-sti-consistent: "CLI_STI: did not reverse"
