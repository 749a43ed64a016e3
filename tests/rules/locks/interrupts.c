void cli(void);
void sti(void);
void local_irq_save(unsigned long flags);
void local_irq_restore(unsigned long flags);
int work(void);

int forgotten_bad(void) {
  cli();
  if (work()) return -1;  // report interrupts: "interrupts stay disabled at the end of a path"
  sti();
  return 0;
}

void twice_bad(void) {
  cli();
  cli();  // report interrupts: "interrupts are disabled twice"
}

void balanced_ok(void) {
  cli();
  work();
  sti();
}

int saved_ok(unsigned long flags) {
  local_irq_save(flags);
  int r = work();
  local_irq_restore(flags);
  return r;
}
