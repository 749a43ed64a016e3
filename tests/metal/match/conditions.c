#include <stddef.h>
int try_get(int *p);
int *make(void);
void use(int n);
#define likely(x) __builtin_expect(!!(x), 1)

void spellings(int *p) {
  if (p == NULL) use(1);  // match: null v=p; not v=p; same v=p w=0; null branch v=p; not_null branch negated v=p; not branch v=p; same branch v=p w=0
  if (NULL == p) use(2);  // match: null v=p; not v=p; same v=0 w=p; null branch v=p; not_null branch negated v=p; not branch v=p; same branch v=0 w=p
  if (p == 0) use(3);  // match: null v=p; not v=p; same v=p w=0; null branch v=p; not_null branch negated v=p; not branch v=p; same branch v=p w=0
  if (!p) use(4);  // match: null v=p; not v=p; same v=p w=0; null branch v=p; not_null branch negated v=p; not branch v=p; same branch v=p w=0
  if (p) use(5);  // match: null branch negated v=p; not_null branch v=p; not branch negated v=p; same branch negated v=p w=0
  if (p != NULL) use(6);  // match: not_null v=p; null branch negated v=p; not_null branch v=p; not branch negated v=p; same branch negated v=p w=0
  if (!(p == NULL)) use(7);  // match: null v=p; not v=p; same v=p w=0; not_null v=p; null branch negated v=p; not_null branch v=p; not branch negated v=p; same branch negated v=p w=0
  if (!!p) use(8);  // match: not_null v=p; null branch negated v=p; not_null branch v=p; not branch negated v=p; same branch negated v=p w=0
  if (likely(p)) use(9);  // match: not_null v=p; null branch negated v=p; not_null branch v=p; not branch negated v=p; same branch negated v=p w=0
  if ((p == NULL) == 0) use(10);  // match: null v=p; not v=p; same v=p w=0; not_null v=p; null branch negated v=p; not_null branch v=p; not branch negated v=p; same branch negated v=p w=0
}

int as_values(int *p, int *q) {
  int is_null = p == NULL;  // match: null v=p; not v=p; same v=p w=0
  int is_not = !p;  // match: null v=p; not v=p; same v=p w=0
  use(q != NULL);  // match: not_null v=q
  return p == q;  // match: same v=p w=q
}

void two_sides(int *p, int *q) {
  if (p == q) use(1);  // match: same v=p w=q; same branch v=p w=q
  if (p != q) use(2);  // match: same branch negated v=p w=q
  if (!(q == p)) use(3);  // match: same v=q w=p; same branch negated v=q w=p
}

void orders(int a, int b, double d) {
  if (a < b) use(1);  // match: less i=a n=b; less branch i=a n=b
  if (b > a) use(2);  // match: less i=a n=b; less branch i=a n=b
  if (a >= b) use(3);  // match: less branch negated i=a n=b
  if (!(a < b)) use(4);  // match: less i=a n=b; less branch negated i=a n=b
  if (d < a) use(5);  // match: less i=d n=a; less branch i=d n=a
  if (d >= a) use(6);
  while (a <= b) a++;  // match: less branch negated i=b n=a
}

void assignments(int *p) {
  if ((p = make()) == NULL) use(1);  // match: null v=p; not v=p; same v=p w=0; assigned v=p x=make(); null branch v=p; not_null branch negated v=p; not branch v=p; same branch v=p w=0; assigned branch v=p x=make()
  if (!(p = make())) use(2);  // match: null v=p; not v=p; same v=p w=0; assigned v=p x=make(); null branch v=p; not_null branch negated v=p; not branch v=p; same branch v=p w=0; assigned branch v=p x=make()
  if ((p = make())) use(3);  // match: null branch negated v=p; not_null branch v=p; not branch negated v=p; same branch negated v=p w=0; assigned branch negated v=p x=make()
}

void calls(int *p) {
  if (try_get(p)) use(1);  // match: got v=p; got branch v=p
  if (!try_get(p)) use(2);  // match: got v=p; got branch negated v=p
  if (try_get(p) == 0) use(3);  // match: got v=p; got branch negated v=p
  if (try_get(p) == 1) use(4);  // match: got v=p
}

int parts(int *p, int *q, int a) {
  if (p && q) use(1);  // match: null branch negated v=p; not_null branch v=p; not branch negated v=p; same branch negated v=p w=0; both branch v=p w=q; null branch negated v=q; not_null branch v=q; not branch negated v=q; same branch negated v=q w=0
  if (a || (p && q)) use(2);  // match: null branch negated v=p; not_null branch v=p; not branch negated v=p; same branch negated v=p w=0; both branch v=p w=q; null branch negated v=q; not_null branch v=q; not branch negated v=q; same branch negated v=q w=0
  return p && q;  // match: null branch negated v=p; not_null branch v=p; not branch negated v=p; same branch negated v=p w=0; both v=p w=q
}

void branches(int *p) {
  for (; p; p = 0) use(1);  // match: null branch negated v=p; not_null branch v=p; not branch negated v=p; same branch negated v=p w=0
  do use(2);
  while (p);  // match: null branch negated v=p; not_null branch v=p; not branch negated v=p; same branch negated v=p w=0
  use(p ? 1 : 2);  // match: null branch negated v=p; not_null branch v=p; not branch negated v=p; same branch negated v=p w=0
}
