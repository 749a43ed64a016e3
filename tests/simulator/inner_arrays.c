// Arrays that are parts of larger objects: a member, a row.  Their own end counts.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pair {
  int d[8];
  int e;
};

int first_of_next_bad(void) {
  struct pair p;
  memset(&p, 0, sizeof p);
  return p.d[8];  // report buffer-overflow: "reading element 8 of 'p.d', which has 8"
}
int last_ok(void) {
  struct pair p;
  memset(&p, 0, sizeof p);
  return p.d[7];
}
// Past the whole object that one is named.
int far_bad(void) {
  struct pair p;
  memset(&p, 0, sizeof p);
  return p.d[15];  // report buffer-overflow: "reading 4 bytes at offset 60 of 'p', which has 36"
}
int row_bad(void) {
  int a[3][5];
  memset(a, 0, sizeof a);
  return a[0][12];  // report buffer-overflow: "reading element 12 of 'a[0]', which has 5"
}
int before_row_bad(void) {
  int a[3][5];
  memset(a, 0, sizeof a);
  return a[1][-1];  // report buffer-overflow: "reading element -1 of 'a[1]', which has 5"
}
int row_ok(void) {
  int a[3][5];
  memset(a, 0, sizeof a);
  return a[2][4];
}
void in_rounds_bad(struct pair *p) {
  for (int i = 0; i <= 8; i++) p->d[i] = i;  // report buffer-overflow: "writing element 8 of 'p->d', which has 8"
}
void in_rounds_ok(struct pair *p) {
  for (int i = 0; i < 8; i++) p->d[i] = i;
}

int let_through_bad(const struct pair *p, int i) {
  if (i < 0 || i > 8) return 0;
  return p->d[i];  // report buffer-overflow: "reading one past the end of 'p->d'"
}
int kept_out_ok(const struct pair *p, int i) {
  if (i < 0 || i >= 8) return 0;
  return p->d[i];
}
int unlooked_ok(const struct pair *p, int i) { return p->d[i]; }
int from_outside_bad(const struct pair *p) {
  int i;
  if (scanf("%d", &i) != 1) return 0;
  return p->d[i];  // report buffer-overflow: "reading out of bounds of 'p->d'"
}
int from_outside_ok(const struct pair *p) {
  unsigned i;
  if (scanf("%u", &i) != 1 || i >= 8) return 0;
  return p->d[i];
}

// One past the end may be named.
int ended_ok(struct pair *p) {
  int n = 0;
  for (int *at = p->d; at != &p->d[8]; at++) n += *at;
  return n;
}
struct rows {
  int r[2][4];
  int e;
};
int rows_ok(struct rows *all) {
  int n = 0;
  for (int *at = all->r[0]; at != all->r[2]; at++) n += *at;
  return n;
}
int past_rows_bad(struct rows *all) {
  return all->r[2][0];  // report buffer-overflow: "reading element 2 of 'all->r', which has 2"
}

// The last array of what a pointer leads to may be longer than it says; one in the middle is not.
struct text {
  int n;
  char t[1];
};
char longer_ok(struct text *t) { return t->t[9]; }
struct sized {
  int n;
  char t[16];
};
char much_longer_ok(struct sized *t) { return t->t[20]; }
struct inside {
  struct sized in;
  int after;
};
char not_the_last_bad(struct inside *t) {
  return t->in.t[16];  // report buffer-overflow: "reading element 16 of 't->in.t', which has 16"
}
char of_a_row_bad(void) {
  struct sized all[2];
  memset(all, 0, sizeof all);
  return all[0].t[16];  // report buffer-overflow: "reading element 16 of 'all[0].t', which has 16"
}
union either {
  unsigned char bytes[4];
  unsigned long number;
};
int other_member_ok(union either *u) { return u->bytes[5]; }

// All of it is copied at once.
void copied_ok(struct pair *a, const struct pair *b) { memcpy(a, b, sizeof *a); }

// What a callee answers for "none" is not what this caller has looked at.
static int place_of(const struct pair *p, int value) {
  for (int i = 0; i < 8; i++)
    if (p->d[i] == value) return i;
  return -1;
}
int found_ok(struct pair *p) { return p->d[place_of(p, 3)]; }
