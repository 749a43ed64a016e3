// A call of another name is a call of what it stands for, and so is its address.
static void plain(void) {}
void other_name(void) __attribute__((alias("plain")));
void name_of_name(void) __attribute__((alias("other_name")));

static void stored(void) {}
extern void stored_alias(void) __attribute__((weak, alias("stored")));

extern void outside(void);
static void reference(void) __attribute__((weakref("outside")));

static void (*slot)(void) = stored_alias;
extern void (*second_slot)(void) __attribute__((alias("slot")));

void direct(void) {
  other_name();
  name_of_name();
}
void through_the_weak_reference(void) { reference(); }
void indirect(void) { second_slot(); }
