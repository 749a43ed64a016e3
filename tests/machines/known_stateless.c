// rule: known_stateless.metal
void given(void *);
void taken(void *);

void null_by_branch_bad(int *p) {
  if (!p) given(p);  // report known-stateless: "null is given"
}
void null_by_assignment_bad(int *p) {
  p = 0;
  taken(p);  // report known-stateless: "null is taken"
}
void not_null_ok(int *p) {
  if (p) given(p);
}
void not_known_ok(int *p) {
  given(p);
  taken(p);
}
