// rule: free.metal
void free(void *);
int *other(void);
void fill(int **);
struct node { struct node *next; int value; };

int assigned_ok(int *p) {
  free(p);
  p = other();
  return *p;
}
int index_changes_ok(int **a, int i) {
  free(a[i]);
  i = 3;
  return *a[i];
}
int index_stays_bad(int **a, int i) {
  free(a[i]);
  return *a[i];  // report use: "a[i] is used"
}
int incremented_ok(int *p) {
  free(p);
  p++;
  return *p;
}
int list_walk_ok(struct node *n) {
  while (n) {
    struct node *next = n->next;
    free(n);
    n = next;
  }
  return 0;
}
int list_walk_bad(struct node *n) {
  while (n) {
    free(n);
    n = n->next;  // report use: "n is used"
  }
  return 0;
}
int filled_ok(int *p) {
  free(p);
  fill(&p);
  return *p;
}
int base_assigned_ok(struct node *n, struct node *m) {
  free(n->next);
  n = m;
  return n->next->value;
}
int declared_anew_ok(int k) {
  while (k--) {
    int *p = other();
    if (*p) free(p);
  }
  return 0;
}
int kill_in_callee_other_name(int *p);

// By a parameter that is the global: both names are one place.
struct holder {
  int *p;
};
static struct holder *the_holder;
static void set(struct holder *h, int *p) { h->p = p; }
static void renew(struct holder *h) { set(h, other()); }
int renewed_by_a_parameter_ok(void) {
  free(the_holder->p);
  renew(the_holder);
  return *the_holder->p;
}
static void look_at(struct holder *h) { (void)h; }
int not_renewed_bad(void) {
  free(the_holder->p);
  look_at(the_holder);
  return *the_holder->p;  // report use: "the_holder->p is used"
}

// Where `out` is null, nothing lies behind it that could still be freed.
static int fill_in(int **out, int n) {
  if (out) *out = other();
  return n;
}
int filled_behind_ok(int *p, int n) {
  free(p);
  if (fill_in(&p, n) != 0) return 0;
  return *p;
}

// The fields of a union are one place.
union either {
  int *first;
  int *second;
};
struct choice {
  union either of;
};
int overwritten_as_another_field_ok(struct choice *c) {
  free(c->of.first);
  c->of.second = other();
  return *c->of.first;
}

// An element of the array that tells where it is.
struct slot {
  int *p;
};
int index_in_memory_ok(struct slot *slots, int *order, int i) {
  free(slots[order[0]].p);
  order[i] = order[i + 1];
  return *slots[order[0]].p;
}

// The loop's last round: what its condition asks for is known.
int last_round_ok(int *p, unsigned n) {
  int sum = 0;
  while (n) {
    sum += *p;
    if (sum < 0) {
      n = 0;
      free(p);
    }
  }
  return sum;
}

// A variable that is written by its address.
int written_by_its_address_ok(int *p) {
  int **pp = &p;
  free(p);
  *pp = other();
  return *p;
}
