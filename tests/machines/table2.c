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

// A parameter is the callee's own: what the caller gave is what it was.
static void moves_on(int *p) { p = p + 1; }
static void may_move_on(int *p, int x) {
  if (x) p++;
}
int moved_copy_bad(int *p) {
  free(p);
  moves_on(p);
  return *p;  // report use: "p is used"
}
int perhaps_moved_copy_bad(int *p, int x) {
  free(p);
  may_move_on(p, x);
  return *p;  // report use: "p is used"
}
// What was handed in goes back as it was before the write: no longer tracked, or with its field.
static void frees_twice_and_clears(int *p) {
  free(p);  // report twice: "p is freed twice"
  p = 0;
}
int reported_in_callee_ok(int *p) {
  free(p);
  frees_twice_and_clears(p);
  return *p;
}
struct list { struct list *next; int *p; };
static void moves_to_the_end(struct list *l) {
  while (l->next) l = l->next;
}
int field_of_walked_copy_bad(struct list *l) {
  free(l->p);
  moves_to_the_end(l);
  return *l->p;  // report use: "l->p is used"
}
static void clears_field_and_moves_on(struct list *l) {
  l->p = 0;
  l = l->next;
}
int cleared_field_ok(struct list *l) {
  free(l->p);
  clears_field_and_moves_on(l);
  return *l->p;
}
// What begins in the callee is lost with its name for it.
static void frees_and_clears(int *p) {
  free(p);
  p = 0;
}
int FN_cleared_copy_bad(int *p) {
  frees_and_clears(p);
  return *p;  // missed use
}
static void frees_list(struct list *l) {
  while (l) {
    struct list *next = l->next;
    free(l);
    l = next;
  }
}
int FN_walked_and_freed_bad(struct list *l) {
  frees_list(l);
  return *l->p;  // missed use
}
// What it holds afterwards is not the caller's.
int *other(void);
static void frees_another(int *p) {
  p = other();
  free(p);
}
int another_ok(int *p) {
  frees_another(p);
  return *p;
}
// What is behind a pointer to it is.
static void clears_behind(int **pp) {
  free(*pp);
  *pp = other();
}
int cleared_behind_ok(int *p) {
  clears_behind(&p);
  return *p;
}
