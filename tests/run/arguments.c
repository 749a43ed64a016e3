// args: --extra-arg=-DGREETING="hello" -- one two
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define TEXT(x) #x
#define SPELL(x) TEXT(x)

int main(int argc, char **argv) {
  puts(SPELL(GREETING));
  for (int i = 0; i <= argc; ++i) printf("%d %s\n", i, argv[i] ? argv[i] : "(end)");
  time_t now = time(0);
  char text[32];
  strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", gmtime(&now));
  puts(text);
  printf("%d\n", getenv("HOME") == 0);
  return 0;
}
