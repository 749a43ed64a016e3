// Objects: memory allocated, followed, freed.
#include <stdio.h>
#include <stdlib.h>

struct node {
  struct node *next;
  long value;
};

int main(void) {
  long sum = 0;
  for (int round = 0; round < 30; ++round) {
    struct node *list = 0;
    for (int i = 0; i < 3000; ++i) {
      struct node *made = malloc(sizeof *made);
      made->next = list;
      made->value = i ^ round;
      list = made;
    }
    for (int pass = 0; pass < 10; ++pass)
      for (struct node *at = list; at; at = at->next) sum += at->value;
    while (list) {
      struct node *next = list->next;
      free(list);
      list = next;
    }
  }
  printf("%ld\n", sum);
  return 0;
}
