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

void enabled_twice_bad(void) {
  sti();
  sti();  // report interrupts: "interrupts are enabled twice"
}

int restored_on_both_ok(unsigned long flags) {
  local_irq_save(flags);
  if (work()) {
    local_irq_restore(flags);
    return -1;
  }
  local_irq_restore(flags);
  return 0;
}

static void disable(void) { cli(); }  // report interrupts: "interrupts stay disabled at the end of a path"

// One function at a time: what a callee leaves disabled is reported there.
int FN_disabled_by_callee_bad(void) {
  disable();
  return work();  // missed interrupts
}

void local_irq_disable(void);
void local_irq_enable(void);
void local_bh_disable(void);
void local_bh_enable(void);

void interrupts_within_bottom_halves_ok(void) {
  local_bh_disable();
  local_irq_disable();
  local_irq_enable();
  local_bh_enable();
}

void bottom_halves_nest_ok(void) {
  local_bh_disable();
  local_bh_disable();
  work();
  local_bh_enable();
  local_bh_enable();
}

int bottom_halves_forgotten_bad(void) {
  local_bh_disable();
  if (work()) return -1;  // report interrupts: "bottom halves stay disabled at the end of a path"
  local_bh_enable();
  return 0;
}

void bottom_halves_enabled_twice_bad(void) {
  local_bh_enable();
  local_bh_enable();  // report interrupts: "bottom halves are enabled twice"
}
