// Nothing in sight is ever stored there: the call is open, not impossible.
struct plugin {
  int (*init)(void);
};
int load(struct plugin *p) { return p->init(); }
int main(void) { return 0; }
