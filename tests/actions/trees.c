struct node { struct node *next; char name[16]; };
void use(void *p);
int compare(int a, int b);
struct node *list;
typedef int (*handler)(int);

void names(struct node *parameter, struct node **array, int i) {
  struct node *local = parameter->next;
  use(local);
  use(parameter);
  use(list);
  use(array[i]->next);
  use((char *)local);
  use(parameter->name);
}

int calls(handler h, struct { int (*open)(int); } *ops) {
  return compare(1, h(2)) + ops->open(3);
}

int comparisons(struct node *p) { return p->next == p; }
