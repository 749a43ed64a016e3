// A signal that the program handles.
#include <signal.h>
#include <stdio.h>

static volatile sig_atomic_t seen;

static void handle(int number) { seen = number; }

int main(void) {
  signal(SIGUSR1, handle);
  raise(SIGUSR1);
  printf("%d\n", seen == SIGUSR1);
  signal(SIGUSR1, SIG_IGN);
  raise(SIGUSR1);
  puts("ignored");
  fflush(stdout);
  signal(SIGUSR1, SIG_DFL);
  raise(SIGUSR1);
  puts("never");
  return 0;
}
