// The paper's figure 1, with the content of its figures 2 to 4.
#include <stdio.h>
#include <stdlib.h>

char *f(int size) {
  char *result;

  if (size > 0)
    result = (char *)malloc(size);
  if (size == 1)
    return NULL;
  result[0] = 0;
  return result;
}
