// What a callee decides by memory that its caller knows nothing about: a fault that rests on it is
// reported only where the function looks at what came of the call, or where nothing is left open.
#include <stdio.h>
#include <stdlib.h>

struct value {
  int type;
  void *data;
  struct value *next;
};

// Null for another type.
static struct value *as_list(struct value *v) {
  if (v->type != 3) return NULL;
  return v->next;
}
int first_ok(struct value *v) { return as_list(v)->type; }
int first_bad(struct value *v) {
  struct value *list = as_list(v);
  if (!list) puts("no list");
  return list->type;  // report null-deref: "dereferencing NULL pointer 'list'"
}
int known_bad(void) {
  struct value v = {4, NULL, NULL};
  return as_list(&v)->type;  // report null-deref: "dereferencing NULL pointer 'as_list(&v)'"
}

// What fails for reasons of its own may fail here.
static int *make(void) {
  int *p = malloc(sizeof *p);
  if (!p) return NULL;
  *p = 1;
  return p;
}
void made_bad(void) {
  int *p = make();
  *p = 2;  // report null-deref: "dereferencing NULL pointer 'p'"
  free(p);
}

// A callee that asks for something on one of its ways only.
static int length(const struct value *v, const char *name) {
  if (v->type == 1) return name[0];
  return 0;
}
int unnamed_ok(const struct value *v) { return length(v, NULL); }
int unnamed_bad(void) {
  struct value v = {1, NULL, NULL};
  return length(&v, NULL);  // report null-deref: "passing NULL pointer '0' to 'length', which follows it"
}

// What one way leaves unset.
static int get(const struct value *v, int *out) {
  if (v->type != 2) return 0;
  *out = v->next != NULL;
  return 1;
}
int got_ok(const struct value *v) {
  int out;
  get(v, &out);
  return out;
}
int got_checked_ok(const struct value *v) {
  int out;
  if (!get(v, &out)) return -1;
  return out;
}
int got_bad(const struct value *v) {
  int out;
  if (!get(v, &out)) puts("no number");
  return out;  // report uninit: "using uninitialized memory 'out'"
}

// What one way frees or keeps.
static void finish(struct value *v, void *block) {
  if (v->type == 5) {
    v->data = block;
    return;
  }
  if (v->type == 6) return;
  free(block);
}
void finished_ok(struct value *v) {
  char *block = malloc(4);
  if (!block) return;
  block[0] = 0;
  finish(v, block);
}
int used_ok(struct value *v) {
  char *block = malloc(4);
  if (!block) return 0;
  block[0] = 0;
  finish(v, block);
  return block[0];
}
void finished_bad(void) {
  struct value v = {6, NULL, NULL};
  char *block = malloc(4);
  if (!block) return;
  block[0] = 0;
  finish(&v, block);
}  // report leak: "leaking memory 'block'"

// Two calls that agree: which way the first went says which way the second goes.
static int is_list(const struct value *v) { return v->type == 3; }
int agreed_ok(struct value *v) {
  if (!is_list(v)) return 0;
  return as_list(v) ? as_list(v)->type : 0;
}

// The streams of a program that begins are there.
FILE *output_ok(const char *name) {
  FILE *out = name ? fopen(name, "w") : stdout;
  if (!out && !name[0]) exit(1);
  return out;
}

// No bytes are asked for where a length turns out to be zero.
void *sized_ok(int n) {
  if (n == 0) puts("nothing");
  return malloc((size_t)n * 8);
}

// What is called through a pointer may be there to end the program.
static void (*out_of_memory)(size_t);
void set_handler(void (*handler)(size_t)) { out_of_memory = handler; }
static int *make_or_die(void) {
  int *p = malloc(sizeof *p);
  if (!p) out_of_memory(sizeof *p);
  return p;
}
int died_ok(void) {
  int *p = make_or_die();
  *p = 1;
  int v = *p;
  free(p);
  return v;
}
