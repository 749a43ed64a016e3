// What a user may write on the command line.
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  char name[8];
  if (argc < 2) return 1;
  if (strlen(argv[1]) < sizeof name) strcpy(name, argv[1]);
  strcpy(name, argv[1]);  // report buffer-overflow: "'strcpy' writes out of the bounds of 'name'"
  int last = argc - 1;
  const char *end = argv[last];
  if (!end) return 2;
  int all = argc + 1;
  return all / (argc - 3);  // report div-by-zero: "dividing by zero in 'all / (argc - 3)'"
}
