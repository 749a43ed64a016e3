// What is declared must be there.
sm_header {
#include <string.h>
  int system(const char *command);
  extern int counter;
  static int later(int n);
}
sm bad_symbols {
  start: { f() } ==> { system("ls"); counter++; later(1); };
}
