// rule: ../../metal/paste_figure_8.metal
#define NULL ((void *)0)
void *malloc(unsigned long);
void *memset(void *, int, unsigned long);
int *foo(void);

void v_contrived(int *p, int *q) {
  q = malloc(sizeof *q);
  // Checking ptr [SUCCESS=malloc]
  if(!q)
    return;
  p = malloc(sizeof *p);
  memset(p, 0, sizeof *p);  // report NULL_STAT
  p = foo();
  *p;  // report NULL_STAT
  q = foo();
  *q;  // report NULL_STAT
}
