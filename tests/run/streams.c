// Files: written, read back, positions, the end.
#include <errno.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  FILE *f = fopen("made.txt", "w+");
  if (!f) return 1;
  fprintf(f, "line %d\n", 1);
  fputs("second\n", f);
  fputc('x', f);
  printf("%ld\n", ftell(f));
  rewind(f);
  char line[20];
  while (fgets(line, sizeof line, f)) printf("[%zu]", strlen(line));
  printf(" %d %d\n", feof(f) != 0, fgetc(f));
  fseek(f, 2, SEEK_SET);
  int c = getc(f);
  ungetc('Q', f);
  printf("%c", c);
  printf("%c", getc(f));
  printf("%c\n", getc(f));
  int number;
  fseek(f, 0, SEEK_SET);
  printf("%d %d\n", fscanf(f, "line %d", &number), number);
  short data[3] = {1, 2, 3}, back[4] = {0};
  freopen("made.bin", "wb+", f);
  printf("%zu\n", fwrite(data, sizeof *data, 3, f));
  fseek(f, 0, SEEK_SET);
  printf("%zu %d\n", fread(back, sizeof *back, 4, f), back[2]);
  printf("%d\n", fclose(f));
  printf("%d %d\n", fopen("not/there", "r") == 0, errno == ENOENT);
  printf("%d %d\n", remove("made.txt"), remove("made.bin"));
  fprintf(stderr, "to standard error\n");
  return 0;
}
