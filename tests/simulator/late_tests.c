// Comparisons with null or zero that come after the use.
#include <stdlib.h>

struct node {
  struct node *next;
  int value;
  int rest[4];
};

int followed_first_bad(struct node *n) {
  int value = n->value;
  if (n == NULL) return 0;  // report late-null-check: "'n' is compared with null after it was followed"
  return value;
}

int written_first_bad(struct node *n) {
  n->value = 1;
  if (!n) return 0;  // report late-null-check: "'n' is compared with null after it was followed"
  return 1;
}

int indexed_first_bad(const char *text) {
  int first = text[0];
  return text != NULL && first == 'a';  // report late-null-check: "'text' is compared with null after it was followed"
}

int divided_first_bad(int sum, int count) {
  int mean = sum / count;
  if (count == 0) return 0;  // report late-zero-check: "'count' is compared with zero after it was divided by"
  return mean;
}

int tested_first_ok(struct node *n) {
  if (!n) return 0;
  int value = n->value;
  if (n) value++;
  return value;
}

int tested_where_it_is_set_ok(void) {
  struct node *n;
  if ((n = malloc(sizeof *n)) == NULL) return 0;
  n->value = 3;
  int value = n->value;
  if (n != NULL) free(n);
  return value;
}

int followed_on_one_way_ok(struct node *n, int first) {
  if (first) n->value = 1;
  return n ? 2 : 3;
}

int another_node_ok(struct node *n) {
  int value = n->value;
  n = n->next;
  if (n == NULL) return 0;
  return value;
}

int walked_ok(struct node *n) {
  int sum = 0;
  do {
    sum += n->value;
    n = n->next;
  } while (n);
  return sum;
}

// An address is taken without a look at what is there.
int *address_only_ok(struct node *n) {
  int *rest = n->rest, *value = &n->value;
  if (n == NULL) return value;
  return rest;
}

#define FREE(p) \
  if (p) free(p)
void in_a_macro_ok(struct node *n) {
  n->value = 0;
  FREE(n);
}

int compared_with_others_ok(int sum, int count) {
  if (count < 1) return 0;
  int mean = sum / count;
  if (count == 0) return 1;  // report impossible-condition: "'count == 0' is always false here, by what was tested before"
  return mean;
}
