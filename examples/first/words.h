#ifndef WORDS_H
#define WORDS_H

#include <stddef.h>

/* The first word of a text, in lower case. */
const char *first_word(const char *text);

/* How many words a text has. */
size_t count_words(const char *text);

#endif
