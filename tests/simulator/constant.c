// Memory that is not to be written: string literals, and what is declared const.
#include <string.h>

static void capitalise(char *text) { text[0] = 'A'; }
void literal_by_a_callee_bad(void) {
  capitalise("abc");  // report invalid-deref
}
void array_by_a_callee_ok(void) {
  char text[] = "abc";
  capitalise(text);
}
void literal_by_the_library_bad(void) {
  char *text = "abcdef";
  memcpy(text, "xy", 2);  // report invalid-deref: "'memcpy' writes to constant memory 'text'"
}
void nothing_copied_ok(void) {
  char *text = "abcdef";
  memcpy(text, "xy", 0);
}
static const char table[] = "abc";
void table_by_the_library_bad(void) {
  memset((char *)table, 0, sizeof table);  // report invalid-deref
}

__attribute__((access(write_only, 1))) void fill(char *to);
__attribute__((access(read_only, 1))) void look(char *from);
__attribute__((access(write_only, 1, 2))) void fill_some(int *to, int count);
void declared_to_write_bad(void) {
  fill("abc");  // report invalid-deref
}
void declared_to_read_ok(void) { look("abc"); }
void declared_to_write_nothing_ok(void) { fill(0); }
void declared_to_write_so_many_ok(void) {
  int list[4];
  fill_some(list, 4);
}
void declared_to_write_more_bad(void) {
  int list[4];
  fill_some(list, 5);  // report buffer-overflow: "'fill_some' writes 20 bytes to 'list', which has room for 16"
}
