#include <stddef.h>
struct node {
  struct node *next;
};
int use(int n);
struct node *make(int n);
void lock(int *l);
void unlock(int *l);

int guards(struct node *p, int *q) {
  if (p == NULL) return 1;  // match: guarded branch v=p x=1
  if (!p) return 2;  // match: guarded branch v=p x=2
  if (NULL == q) {  // match: guarded branch v=q x=3
    return 3;  // match: give_number
  }
  if (p) return 4;
  if (p == NULL) use(5);  // match: dropped x=5
  if (p) use(6);  // match: with_else branch v=p x=6 y=7; dropped x=6
  else use(7);  // match: dropped x=7
  if (!p) use(8);  // match: dropped x=8
  else use(9);  // match: dropped x=9
  return use(10);
}

void loops(struct node *p, int n, int m) {
  while (p) p = p->next;  // match: walk branch v=p
  while (p != NULL) {  // match: walk branch v=p
    p = p->next;
  }
  while (n) p = p->next;
  do {
    use(n);  // match: dropped x=n
  } while (n > 0);  // match: once branch i=n
  do use(n);  // match: dropped x=n
  while (n < 0);
  for (n = 0; n < m; n++) use(n);  // match: count branch x=m i=n; dropped x=n
  for (n = 1; n < m; n++) use(n);  // match: dropped x=n
  for (int k = 0; k < m; k++) use(k);  // match: counted branch x=m; dropped x=k
  for (;;) {
    use(m);  // match: forever x=m; dropped x=m
    break;
  }
}

void choices(int n) {
  switch (n) {  // match: choose branch x=n
    case 1:
      use(1);  // match: dropped x=1
      break;
    default:
      use(2);  // match: dropped x=2
  }
  switch (n) {
    case 2:
      use(1);  // match: dropped x=1
      break;
    default:
      use(2);  // match: dropped x=2
  }
}

struct node *returns(struct node *p, int n) {
  if (n) return p;  // match: give v=p
  return make(n);  // match: give v=make(n)
}
void nothing(int n) {
  if (n) return;  // match: leave
  use(n);  // match: dropped x=n
}

void declarations(int n) {
  struct node *p = make(n);  // match: made v=p x=n
  struct node *q = 0;
  int a;  // match: declared i=a
  int b = 3;
  int c, *d = &n;  // match: declared i=c; two_names v=d x=&n i=c
}

void blocks(int *l, int *m, int n) {
  lock(l);  // match: pair x=l
  unlock(l);
  lock(m);
  unlock(l);
  if (l) {
    lock(m);  // match: pair x=m
    unlock(m);
    use(1);  // match: dropped x=1
  }
  if (m) {  // match: block branch v=m
    use(1);  // match: dropped x=1
    use(2);  // match: dropped x=2
  }
again:
  use(3);  // match: labelled x=3; dropped x=3
  if (n) goto again;  // match: jump branch x=n
  n = use(4);
}
