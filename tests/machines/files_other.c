struct lock { int word; };
void lock(struct lock *);
void unlock(struct lock *);
static struct lock l;
void back_here(void);
void other_unlock(void) {
  lock(&l);
  unlock(&l);
}
void elsewhere(void) { back_here(); }
