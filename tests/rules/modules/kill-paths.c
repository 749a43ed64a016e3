// rule: memory/null_belief.metal
#include <assert.h>
#include <stdlib.h>

struct item {
  int value;
};
void panic(const char *format, ...);
void die(const char *text);
__attribute__((noreturn)) void give_up(void);
void complain(const char *text);

int goes_on_bad(struct item *i) {
  if (!i) complain("no item");
  return i->value;  // report null-deref: "'i' is used where it was found to be null"
}

int panics_ok(struct item *i) {
  if (!i) panic("no item");
  return i->value;
}

int dies_by_convention_ok(struct item *i) {
  if (!i) die("no item");
  return i->value;
}

int exits_ok(struct item *i) {
  if (!i) exit(1);
  return i->value;
}

int aborts_ok(struct item *i) {
  if (!i) abort();
  return i->value;
}

int asserted_ok(struct item *i) {
  if (!i) complain("no item");
  assert(i);
  return i->value;
}

int declared_ok(struct item *i) {
  if (!i) give_up();
  return i->value;
}

// The name says one thing, the body another: the body counts.
static int warnings;
static void fatal(const char *text) {
  if (text) ++warnings;
}

int fatal_only_by_name_bad(struct item *i) {
  if (!i) fatal("no item");
  return i->value;  // report null-deref: "'i' is used where it was found to be null"
}

// Nothing but its body says that it does not return.
static void leave(int status) {
  if (status > 1) complain("bad");
  exit(status);
}
static void leave_early(void) { leave(2); }

int callee_never_returns_ok(struct item *i) {
  if (!i) leave_early();
  return i->value;
}
