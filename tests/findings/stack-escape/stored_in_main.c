// rule: stack-escape
// The program ends with main: nobody uses what its globals hold then.
int *global;
int work(void);

int main(int argc, char **argv) {
  int x = argc;
  global = &x;
  char name[8] = "main";
  argv[0] = name;
  return 0;
}

int *from_another_function_bad(void) {
  int x = work();
  return &x;  // report stack-escape
}
