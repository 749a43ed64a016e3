// rule: free.metal
void free(void *);
struct inner { int *p; };
struct outer { struct inner *in; struct inner value; int *p; };

static void free_it(int *p) { free(p); }
static void free_field(struct outer *o) { free(o->p); }
static void free_deep(struct outer *o) { free(o->in->p); }
static void free_behind(int **pp) { free(*pp); }
static void free_value(struct inner i) { free(i.p); }
static int use_it(int *p) {
  return *p;  // report use: "p is used"
}
static int use_field(struct outer *o) {
  return *o->p;  // report use: "o->p is used"
}
static int use_behind(int **pp) {
  return **pp;  // report use: "*pp is used"
}

int argument_bad(int *p) {
  free_it(p);
  return *p;  // report use: "p is used"
}
int field_bad(struct outer *o) {
  free_field(o);
  return *o->p;  // report use: "o->p is used"
}
int two_levels_bad(struct outer *o) {
  free_deep(o);
  return *o->in->p;  // report use: "o->in->p is used"
}
int address_bad(int *p) {
  free_behind(&p);
  return *p;  // report use: "p is used"
}
int struct_value_bad(struct inner i) {
  free_value(i);
  return *i.p;  // report use: "i.p is used"
}
int expression_bad(struct outer *o) {
  free_it(o->in->p);
  return *o->in->p;  // report use: "o->in->p is used"
}
void into_argument(int *p) {
  free(p);
  use_it(p);
}
void into_field(struct outer *o) {
  free(o->p);
  use_field(o);
}
void into_address(int *p) {
  free(p);
  use_behind(&p);
}
int *global;
static void free_global(void) { free(global); }
int global_bad(void) {
  free_global();
  return *global;  // report use: "global is used"
}
// Locals of the caller are saved, and come back.
static void nothing_of_yours(int *q) { int *p = q; free(p); }
int locals_come_back_bad(int *p, int *q) {
  free(p);
  nothing_of_yours(q);
  return *p;  // report use: "p is used"
}
// What a formal was made to be in the callee is not the caller's.
static void free_next(int **p) {
  ++p;
  free(*p);
}
int reassigned_formal_ok(int **p) {
  free_next(p);
  return **p;
}
static void use_first(int *a, int *b) {
  *a = *b;  // report use: "a is used"
}
void same_argument_twice(int *p) {
  free(p);
  use_first(p, p);
}
