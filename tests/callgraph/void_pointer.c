// Through `void *`, an integer, and a list whose nodes hold untyped data.
typedef void (*action)(void);
struct node {
  void *data;
  struct node *next;
};
struct job {
  action run;
  action stop;
};
static void hello(void) {}
static void bye(void) {}
static void late(void) {}
static struct node *list;
static struct job job = {hello, bye};
static struct node node = {&job, 0};
static void push(struct node *n) {
  n->next = list;
  list = n;
}
static void run_all(void) {
  for (struct node *n = list; n; n = n->next) {
    struct job *j = n->data;
    j->run();
  }
}
static void call_untyped(void *f) { ((action)f)(); }
static void call_number(unsigned long f) { ((action)f)(); }
int main(void) {
  push(&node);
  run_all();
  call_untyped((void *)late);
  call_number((unsigned long)bye);
  return 0;
}
