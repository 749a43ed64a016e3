// Code in C is cut out whole, whatever stands in it.
sm_header {
#include <string.h>
#define OPEN {
#define LONG \
  }
  static const char *brace = "}";
  static char c = '{', d = '\'';   // }
  /* } */ static struct hook hook = {
    .module = "x",
  };
}
sm code {
  init { }
  final { /* none */ };
  start: { f() } && ${ strcmp(brace, "}") == 0 } ==> { if (c == '}') { d = 1; } };
}
