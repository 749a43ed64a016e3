// Streams of one sort that are closed as those of another.
#include <stdio.h>

void command_bad(void) {
  FILE *f = popen("ls", "r");  // step 2: "it is made here"
  if (!f) return;
  fclose(f);  // report resource-mismatch: "passing 'f', which leads to a process that 'popen' started, to 'fclose'"
}
void command_ok(void) {
  FILE *f = popen("ls", "r");
  if (!f) return;
  pclose(f);
}
void file_bad(void) {
  FILE *f = fopen("list", "r");
  if (!f) return;
  pclose(f);  // report resource-mismatch: "passing 'f', which leads to a file, to 'pclose'"
}
void file_ok(void) {
  FILE *f = fopen("list", "r");
  if (!f) return;
  fclose(f);
}
static void shut(FILE *f) { fclose(f); }
void by_helper_bad(void) {
  FILE *f = popen("ls", "r");
  if (!f) return;
  shut(f);  // report resource-mismatch: "passing '*f', which leads to a process that 'popen' started, to 'shut'"
}
void by_helper_ok(void) {
  FILE *f = fopen("list", "r");
  if (!f) return;
  shut(f);
}
void either_ok(int is_command) {
  FILE *f = is_command ? popen("ls", "r") : fopen("list", "r");
  if (!f) return;
  if (is_command)
    pclose(f);
  else
    fclose(f);
}
void handed_in_ok(FILE *f) { fclose(f); }
