// The C library, as far as rules have it.
sm_header {
#include <string.h>
#include <stdlib.h>
#include <stdarg.h>
#include <stdint.h>
  static int sum(int n, ...) {
    va_list list;
    int total = 0;
    va_start(list, n);
    while (n-- > 0) total += va_arg(list, int);
    va_end(list);
    return total;
  }
  struct list { struct list *next; uint32_t value; };
}
sm library {
  start: { go() } ==> {
    char text[32], *copy = strdup("Hello");
    struct list *all = 0;
    unsigned n = 0;
    note("%d %d %d %d", strcmp("a", "a"), strncmp("ab", "ac", 1), strcasecmp("A", "a"), strncasecmp("AB", "ac", 1));
    note("%zu %s %s %s %zu %zu", strlen("four"), strchr("abc", 'b'), strrchr("aba", 'a'), strstr("xyz", "yz"), strspn("aab", "a"), strcspn("aab", "b"));
    strcpy(text, "a"); strcat(text, "bcd"); strncat(text, "efg", 1);
    note("%s %s %d", text, copy, memcmp(text, "abc", 3));
    memmove(text + 1, text, 3); memset(text, '-', 1);
    note("%s %s", text, (char *)memchr(text, 'b', 5));
    snprintf(text, sizeof text, "%5.2f|%-4d|%04x|%s|%ld", 3.14159, 7, 255, "s", 1l << 40);
    note("%s", text);
    note("%d %ld %ld %lu %d %ld", atoi("12"), atol("13"), strtol("0x1f", 0, 16), strtoul("77", 0, 8), abs(-3), labs(-4));
    note("%d %d %d %d %d", !!isalpha('a'), !!isdigit('a'), !!isspace(' '), !!isupper('A'), toupper('a'));
    note("%d", sum(3, 1, 2, 3));
    for (int i = 0; i < 10; i++) {
      struct list *l = calloc(1, sizeof *l);
      l->next = all; l->value = i; all = l;
    }
    for (struct list *l = all; l; l = l->next) n += l->value;
    note("%u", n);
    copy = realloc(copy, 100); strcat(copy, ", world");
    note("%s", copy);
    free(copy);
    switch (n) { case 45: note("forty-five"); break; default: err("no"); }
  };
}
