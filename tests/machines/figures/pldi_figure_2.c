// rule: ../../metal/pldi_figure_1.metal
void kfree(void *);

int contrived(int *p, int *w, int x) {
  int *q;

  if(x)
  {
    kfree(w);
    q = p;
    p = 0;
  }
  if(!x)
    return *w; // safe
  return *q;  // report pldi-figure-1: "using q after free!"
}
int contrived_caller (int *w, int x, int *p) {
  kfree (p);
  contrived (p, w, x);
  return *w;  // report pldi-figure-1: "using w after free!"
}
