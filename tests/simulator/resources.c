// Resources in the wrong state.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

void read_closed_bad(FILE *f) {
  fclose(f);
  fgetc(f);  // report resource-state: "'f' passed to 'fgetc' is closed, but must be open"
}

void closed_twice_bad(FILE *f, int error) {
  if (error) fclose(f);
  fclose(f);  // report resource-state: "'f' passed to 'fclose' is closed, but must be open"
}

void closed_once_ok(FILE *f, int error) {
  if (error) {
    fclose(f);
    return;
  }
  fclose(f);
}

static void finish(FILE *f) { fclose(f); }

void closed_by_callee_bad(FILE *f) {
  finish(f);
  fgetc(f);  // report resource-state: "'f' passed to 'fgetc' is closed, but must be open"
}

void descriptor_closed_twice_bad(int fd) {
  close(fd);
  close(fd);  // report resource-state: "'fd' passed to 'close' is closed, but must be open"
}
