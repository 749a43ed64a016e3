// Rules see the headers of this program only.
sm_header {
#include <string.h>
#include <unistd.h>
}
sm bad_header {
  start: { f() } ==> { note("f"); };
}
