// rule: cxx.metal
struct box { int value; virtual ~box(); virtual void drop(int *p); };
struct big_box : box { void drop(int *p) override; };
void release(int *p);

void box::drop(int *p) { *p = 0; }
void big_box::drop(int *p) { release(p); }
int virtual_call_bad(box *b, int *p) {
  b->drop(p);
  return *p;  // report use: "p is used"
}
int deleted_bad(int *p) {
  delete p;
  return *p;  // report use: "p is used"
}
int deleted_field_bad(box *b) {
  delete b;
  return b->value;  // report use: "b is used"
}
static void by_reference(int *&p) { release(p); }
int reference_bad(int *p) {
  by_reference(p);
  return *p;  // report use: "p is used"
}
int handler_bad(int *p, int x) {
  try {
    release(p);
    if (x) throw 1;
  } catch (int) {
    return *p;  // report use: "p is used"
  }
  return 0;
}
static void thrower(int *p) {
  release(p);
  throw 2;
}
int thrown_by_callee_bad(int *p) {
  try {
    thrower(p);
  } catch (...) {
    return *p;  // report use: "p is used"
  }
  return *p;
}
// Neither the beginning nor the end of a reference is one of what it refers to.
int referred_bad(int *p) {
  release(p);
  int *&r = p;
  return *p;  // report use: "p is used"
}
int through_a_reference_bad(int *p) {
  int *q = p;
  release(q);
  int *&r = q;
  return *r;  // report use: "q is used"
}
int outlives_its_reference_bad(int *p) {
  release(p);
  if (p) {
    int *&r = p;
    r == p;
  }
  return *p;  // report use: "p is used"
}
