// rule: memory/use_after_free.metal
#include <stdatomic.h>
#include <stdlib.h>

struct object {
  int refs;
  int owned;
  int value;
  int *buffer;
  atomic_int shared;
};

static void put(struct object *o) {
  if (--o->refs == 0) free(o);
}
int counted_ok(struct object *o) {
  o->refs++;
  put(o);
  return o->value;
}
int put_twice_ok(struct object *o) {
  put(o);
  put(o);
  return 0;
}

static void put_early(struct object *o) {
  if (!o) return;
  if (o->refs > 1) {
    o->refs--;
    return;
  }
  free(o);
}
int returned_early_ok(struct object *o) {
  put_early(o);
  return o->value;
}

static void destroy(struct object *o) {
  free(o->buffer);
  free(o);
}
static void put_parts(struct object *o) {
  int left = o->refs = o->refs - 1;
  if (left > 0) return;
  destroy(o);
}
int parts_ok(struct object *o) {
  put_parts(o);
  return o->buffer[0];
}

static void put_atomic(struct object *o) {
  if (atomic_fetch_sub(&o->shared, 1) == 1) free(o);
}
static void put_sync(struct object *o) {
  if (__sync_add_and_fetch(&o->refs, -1) == 0) free(o);
}
static void put_builtin(struct object *o) {
  if (__atomic_sub_fetch(&o->refs, 1, __ATOMIC_ACQ_REL) == 0) free(o);
}
int atomics_ok(struct object *a, struct object *b, struct object *c) {
  put_atomic(a);
  put_sync(b);
  put_builtin(c);
  return a->value + b->value + c->value;
}

static int is_last(int *count) { return --*count == 0; }
static void put_by_callee(struct object *o) {
  if (is_last(&o->refs)) free(o);
}
int asked_of_a_callee_ok(struct object *o) {
  put_by_callee(o);
  return o->value;
}

// Python's way.
#define PUT(o)                         \
  do {                                 \
    if (--(o)->refs == 0) destroy(o); \
  } while (0)
static void put_by_macro(struct object *o) { PUT(o); }
int by_macro_ok(struct object *o) {
  put_by_macro(o);
  return o->value;
}

// In the function itself, behind the free, it is freed.
int here_bad(struct object *o) {
  if (--o->refs == 0) {
    free(o);
    return o->value;  // report use-after-free: "'o' is used after it was freed"
  }
  return 0;
}

// No count: a flag.
static void drop_owned(struct object *o) {
  if (o->owned) free(o);
}
int owned_bad(struct object *o) {
  drop_owned(o);
  return o->value;  // report use-after-free: "'o' is used after it was freed"
}

// A count of what is inside says when it ends, not whether.
static void drop_all(struct object *o, int **parts) {
  while (o->refs-- > 0) free(parts[o->refs]);
  free(o);
}
int all_parts_bad(struct object *o, int **parts) {
  drop_all(o, parts);
  return o->value;  // report use-after-free: "'o' is used after it was freed"
}

// Another object's count.
static void leave(struct object *group, struct object *o) {
  if (--group->refs == 0) free(o);
}
int of_another_bad(struct object *group, struct object *o) {
  leave(group, o);
  return o->value;  // report use-after-free: "'o' is used after it was freed"
}

// The count decides nothing here.
static void drop_and_count(struct object *o) {
  if (--o->refs > 0) o->value = 0;
  free(o);
}
int decides_nothing_bad(struct object *o) {
  drop_and_count(o);
  return o->value;  // report use-after-free: "'o' is used after it was freed"
}

// Counted by a callee, and asked for by another.
static void hold(struct object *o) { o->refs++; }
static void let_go(struct object *o) { o->refs--; }
static int is_held(struct object *o) { return o->refs; }
static int use_and_let_go(struct object *o) {
  hold(o);
  o->value++;
  let_go(o);
  if (o->owned) {
    if (!is_held(o)) free(o);
    return 0;
  }
  return 1;
}
int counted_by_callees_ok(struct object *o) {
  hold(o);
  use_and_let_go(o);
  let_go(o);
  return o->value;
}
// What is asked for is not what is counted.
static int is_owned(struct object *o) { return o->owned; }
static void let_go_of_owned(struct object *o) {
  let_go(o);
  if (is_owned(o)) free(o);
}
int owned_by_a_callee_bad(struct object *o) {
  let_go_of_owned(o);
  return o->value;  // report use-after-free: "'o' is used after it was freed"
}

// Room of its own, as long as that is enough.
struct text {
  char *bytes;
  unsigned long length;
  char room[128];
  char *other;
};
static void end_text(struct text *t) {
  if (t->bytes != t->room) free(t->bytes);
}
int in_its_own_room_ok(struct text *t) {
  end_text(t);
  return t->bytes[0];
}
static void end_other(struct text *t) {
  if (t->other != t->bytes) free(t->other);
}
int compared_with_another_pointer_bad(struct text *t) {
  end_other(t);
  return t->other[0];  // report use-after-free: "'t->other' is used after it was freed"
}
int in_the_function_bad(struct text *t) {
  if (t->bytes != t->room) {
    free(t->bytes);
    return t->bytes[0];  // report use-after-free: "'t->bytes' is used after it was freed"
  }
  return 0;
}
