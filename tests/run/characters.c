// ctype.h and wide characters.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

int main(void) {
  for (int c = 0; c < 128; ++c) {
    int classes = !!isalpha(c) | !!isdigit(c) << 1 | !!isspace(c) << 2 | !!isupper(c) << 3 |
                  !!islower(c) << 4 | !!ispunct(c) << 5 | !!isprint(c) << 6 | !!iscntrl(c) << 7 |
                  !!isxdigit(c) << 8 | !!isalnum(c) << 9 | !!isgraph(c) << 10;
    printf("%x%c", classes, c % 16 == 15 ? '\n' : ' ');
  }
  for (const char *s = "Mixed Case 1"; *s; ++s) printf("%c%c", toupper(*s), tolower(*s));
  puts("");
  wchar_t wide[16];
  printf("%zu %zu\n", mbstowcs(wide, "wide", 16), wcslen(wide));
  wcscat(wide, L"r");
  printf("%d %ls\n", wcscmp(wide, L"wider"), wcschr(wide, L'd'));
  char narrow[16];
  printf("%zu %s\n", wcstombs(narrow, wide, 16), narrow);
  return 0;
}
