// rule: paste_figure_3_global.metal
#define NULL ((void *)0)
#define GFP_KERNEL 1
void *kmalloc(unsigned long, int);

struct foo { int *p; };

// p->p and q->p are in unknown state.
void contrived(struct foo *p, struct foo *q) {
  if(q->p) // Null check: q->p goes to stop.
    *q->p; // OK.
  else
    *q->p;  // report NULL
  *p->p;  // report NULL
}

void contrived_caller(int x, struct foo *p, struct foo *q) {
  // Put "p->p" in unknown state.
  p->p = kmalloc(sizeof *p->p,GFP_KERNEL);
  if(x) {
    p = q; // Kill p, thus kills "p->p".
    *p->p; // No error
  } else {
    // Put "q->p" in unknown state.
    q->p = kmalloc(sizeof *p->p,GFP_KERNEL);
    contrived(p, q);
  }
}
