#include "words.h"

#include <ctype.h>

const char *first_word(const char *text) {
  char word[64];
  size_t length = 0;
  while (isspace((unsigned char)*text)) text++;
  while (*text != '\0' && !isspace((unsigned char)*text) && length + 1 < sizeof word)
    word[length++] = (char)tolower((unsigned char)*text++);
  word[length] = '\0';
  return word;
}

size_t count_words(const char *text) {
  size_t words = 0;
  int inside = 0;
  for (; *text != '\0'; text++) {
    int is_space = isspace((unsigned char)*text) != 0;
    if (!is_space && !inside) words++;
    inside = !is_space;
  }
  return words;
}
