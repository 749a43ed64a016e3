// string.h.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static int sign(int n) { return (n > 0) - (n < 0); }

int main(void) {
  char a[32] = "hello", b[32];
  printf("%zu %zu\n", strlen(a), strnlen(a, 3));
  strcpy(b, a);
  strcat(b, " world");
  strncat(b, "!!!!", 2);
  puts(b);
  memset(b + 20, 'x', 4);
  strncpy(b + 20, "ab", 3);
  printf("%s %c\n", b + 20, b[23]);
  printf("%d %d %d\n", sign(strcmp("abc", "abd")), sign(strncmp("abc", "abd", 2)),
         sign(memcmp("b", "a", 1)));
  printf("%d\n", strcasecmp("HeLLo", "hEllO"));
  printf("%s %s %s\n", strchr(b, 'o'), strrchr(b, 'o'), strstr(b, "wor"));
  printf("%zu %zu %s\n", strspn("aabbc", "ab"), strcspn("aabbc", "c"), strpbrk("hello", "lo"));
  memmove(a + 1, a, 5);
  puts(a);
  printf("%td %d\n", (char *)memchr(a, 'o', 8) - a, memchr(a, 'z', 6) == 0);
  char list[] = "a,b;;c";
  for (char *t = strtok(list, ",;"); t; t = strtok(0, ",;")) printf("[%s]", t);
  puts("");
  char *copy = strdup("kept");
  printf("%s %s\n", copy, strerror(2));
  free(copy);
  return 0;
}
