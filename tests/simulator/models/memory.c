/* Memory that is made, changed and freed. */
#include <stdlib.h>

struct node {
  struct node *next;
  int value;
};

struct node *make(int value) {
  struct node *made = malloc(sizeof *made);
  if (!made) return 0;
  made->next = 0;
  made->value = value;
  return made;
}

void drop(struct node *node) { free(node); }

void push(struct node **list, struct node *node) {
  node->next = *list;
  *list = node;
}

void set_if_positive(int *to, int value) {
  if (value > 0) *to = value;
}

int add_one(int x) { return x + 1; }

int counter;
int next_number(void) { return ++counter; }

char *buffer(unsigned size) { return calloc(size, 1); }

void out_parameter(int **where) { *where = malloc(4); }
