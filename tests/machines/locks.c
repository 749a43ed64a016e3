// rule: lock.metal
struct lock { int word; };
void lock(struct lock *);
void unlock(struct lock *);
int trylock(struct lock *);

void paired_ok(struct lock *l) {
  lock(l);
  unlock(l);
}
void unlocked_bad(struct lock *l) {
  unlock(l);  // report unlock: "l is not locked"
}
void twice_bad(struct lock *l) {
  lock(l);
  lock(l);    // report double: "l is locked twice"
  unlock(l);
}
int held_bad(struct lock *l, int x) {
  lock(l);
  if (x) return 1;  // report held: "l is held at the end"
  unlock(l);
  return 0;
}
void try_plain_ok(struct lock *l) {
  if (trylock(l)) unlock(l);
}
void try_not_ok(struct lock *l) {
  if (!trylock(l)) return;
  unlock(l);
}
void try_compare_ok(struct lock *l) {
  if (trylock(l) == 0) return;
  unlock(l);
}
void try_wrong_side_bad(struct lock *l) {
  if (trylock(l)) return;  // report held: "l is held at the end"
  unlock(l);  // report unlock: "l is not locked"
}
void local_lock_bad(int x) {
  if (x) {
    struct lock l;
    lock(&l);
  }  // report held: "&l is held at the end"
}
static struct lock file_lock;
static void take(void) { lock(&file_lock); }
static void give(void) { unlock(&file_lock); }
void global_pair_ok(void) {
  take();
  give();
}
void global_held_bad(void) {
  take();
}  // report held: "&file_lock is held at the end"
// A formal whose state goes back has not left its scope.
static void lock_it(struct lock *one) { lock(one); }
void formal_ok(struct lock *l) {
  lock_it(l);
  unlock(l);
}
