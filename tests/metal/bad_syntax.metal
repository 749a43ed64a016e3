// Mistakes outside patterns; after each the parser goes on.
.module
#include "x.h"
}
sm { start: { f() } ==> stop; }
sm rules {
  decl any_expr x y;
  state any_pointer v;
  pat = { x };
  pat p { x };
  start { x } ==> stop;
  start: { x } => stop;
  start: { x } ==> maybe=stop;
  start: { x } ==> ;
  start: { x } ==> stop, ;
  start: ==> stop;
  v.: { x } ==> stop;
  start: { x } ==> stop { act(); };
  sm_header { int x; }
}
start: { x } ==> stop;
