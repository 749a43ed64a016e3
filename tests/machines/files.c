// rule: lock.metal
// with: files_other.c
struct lock { int word; };
void lock(struct lock *);
void unlock(struct lock *);
static struct lock l;
void other_unlock(void);
void back_here(void) { unlock(&l); }
void elsewhere(void);
// The other file's `l` is another one; ours comes back into scope further down.
void own_lock_ok(void) {
  lock(&l);
  elsewhere();
}
void other_lock_bad(void) {
  lock(&l);
  other_unlock();
}  // report held: "&l is held at the end"
