// A condition matches however C spells it.
sm conditions {
  decl any_pointer v, w;
  decl any_scalar i, n;
  decl any_expr x;
  pat null = { (v == NULL) };
  pat not_null = { (v != 0) };
  pat not = { !v };
  pat same = { (v == w) };
  pat less = { i < n };
  pat assigned = { (v = x) == NULL };
  pat got = { try_get(v) };
  pat both = { v && w };
  start: null ==> stop;
}
