#include <stdlib.h>

struct node {
  struct node *next;
};

int main(void) {
  struct node *list = 0;
  for (int i = 0; i < 3; ++i) {
    struct node *made = malloc(sizeof *made);
    made->next = list;
    list = made;
  }
  for (struct node *at = list; at; at = at->next)  // report use-after-free
    free(at);
  return 0;
}
