#include <stdio.h>

#include "words.h"

int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++)
    printf("%s: %zu words, the first is %s\n", argv[i], count_words(argv[i]), first_word(argv[i]));
  return 0;
}
