// Wide characters: text, numbers, printing.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
#include <wctype.h>

static int print_to(wchar_t* to, size_t room, const wchar_t* format, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, format);
  int result = vswprintf(to, room, format, list);
  __builtin_va_end(list);
  return result;
}

int main(void) {
  wchar_t text[40] = L"one, two;;three", *state, *end;
  wprintf(L"%zu %zu %ls\n", wcsspn(text, L"eno"), wcscspn(text, L";,"), wcspbrk(text, L"w;"));
  for (wchar_t* token = wcstok(text, L" ,;", &state); token; token = wcstok(NULL, L" ,;", &state))
    wprintf(L"<%ls>", token);
  wprintf(L"\n%ld", wcstol(L"-0x1fz", &end, 0));
  wprintf(L" %lc %g %lu\n", *end, wcstod(L"2.5e1x", NULL), wcstoul(L"77", NULL, 8));
  errno = 0;
  wprintf(L"%d", wcstol(L"99999999999999999999", NULL, 10) > 0);
  wprintf(L" %d\n", errno == ERANGE);
  int written = swprintf(text, 40, L"%d-%ls-%s", 7, L"wide", "narrow");
  fwprintf(stdout, L"%d %ls\n", written, text);
  written = print_to(text, 6, L"%05d", 42);
  wprintf(L"%d %ls", written, text);
  wprintf(L" %d\n", print_to(text, 3, L"%05d", 42));
  wchar_t* copy = wcsdup(L"copied");
  wprintf(L"%ls %zu %d %d\n", copy, wcsnlen(copy, 3), btowc('x') == L'x', wctob(L'y') == 'y');
  free(copy);
  wprintf(L"%d%d%d%d\n", !!iswcntrl(L'\n'), !!iswgraph(L' '), !!iswxdigit(L'F'), !!iswblank(L'\t'));
  return 0;
}
