// Conditions are told in the source's own words: characters, enumerators, macros, bases.
enum color { RED, GREEN, BLUE };
#define LIMIT (100 + 20)
#define IS_SET(flags) (((flags) & 0x10) != 0)
#define NO_POINTER ((int *)0)

int character_bad(int c) {
  int *p = 0;
  if (c == '\n')  // step 2: "when 'c == '\\n'' here"
    return *p;    // report null-deref
  return 0;
}

int enumerator_bad(enum color k) {
  int *p = 0;
  if (k != BLUE)  // step 2: "when 'k == BLUE' here"
    return 0;
  return *p;  // report null-deref
}

int macro_bad(int n) {
  int *p = NO_POINTER;
  if (n > LIMIT)  // step 2: "when 'n > LIMIT' here"
    return *p;    // report null-deref
  return 0;
}

int macro_with_arguments_bad(unsigned flags) {
  int *p = 0;
  if (!IS_SET(flags))  // step 2: "when 'IS_SET(flags)' here"
    return 0;
  return *p;  // report null-deref
}

int other_base_bad(unsigned flags) {
  int *p = 0;
  if (flags & 0x1f)  // step 2: "when 'flags & 0x1f' here"
    return *p;       // report null-deref
  return 0;
}

int size_bad(unsigned long n) {
  int *p = 0;
  if (n == sizeof(enum color))  // step 2: "when 'n == sizeof(enum color)' here"
    return *p;                  // report null-deref
  return 0;
}

int case_bad(enum color k, int other) {
  int *p = 0;
  switch (other) {
    case 2:
      return 1;
  }
  switch (k) {  // step 3: "when 'k == BLUE' here"
    case BLUE:
      return *p;  // report null-deref
    default:
      return 0;
  }
}
