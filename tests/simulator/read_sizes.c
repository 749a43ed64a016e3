// Sizes that are read from a file: they are as large, or as small, as the file says.
#include <stdio.h>
#include <stdlib.h>

void header_bad(FILE *f) {
  unsigned n;
  if (fread(&n, sizeof n, 1, f) != 1) return;
  char *p = malloc(n);
  if (!p) return;
  p[10] = 0;  // report buffer-overflow: "writing out of bounds of 'p'"
  free(p);
}
void header_ok(FILE *f) {
  unsigned n;
  if (fread(&n, sizeof n, 1, f) != 1 || n < 20) return;
  char *p = malloc(n);
  if (!p) return;
  p[10] = 0;
  free(p);
}
struct block {
  unsigned long length;
  char bytes[];
};
void behind_header_ok(FILE *f) {
  unsigned n;
  if (fread(&n, sizeof n, 1, f) != 1) return;
  struct block *b = malloc(sizeof *b + n);
  if (!b) return;
  b->length = n;
  free(b);
}
void more_bad(FILE *f) {
  unsigned n, m;
  if (fread(&n, sizeof n, 1, f) != 1 || fread(&m, sizeof m, 1, f) != 1) return;
  char *p = malloc(n);
  if (!p) return;
  fread(p, 1, m, f);  // report buffer-overflow: "'fread' writes out of the bounds of 'p'"
  free(p);
}
void as_many_ok(FILE *f) {
  unsigned n;
  if (fread(&n, sizeof n, 1, f) != 1) return;
  char *p = malloc(n);
  if (!p) return;
  fread(p, 1, n, f);
  free(p);
}
