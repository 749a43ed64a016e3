typedef unsigned long size;
enum color { RED, GREEN = 7 };
struct point { int x, y; };
void show();
void show_pointer(char *p);
void show_double(double d);
void show_record(struct point p);

void declared(char *s, const struct point *p, size n, enum color c, struct point whole) {
  char buffer[40];
  show(s);
  show(p);
  show(n);
  show(c);
  show(buffer);
  show((int)n);
  show_double(1.5);
  show_record(whole);
}

void constants(int n) {
  show(-3);
  show(GREEN);
  show(sizeof(struct point));
  show(sizeof(int) * 4 + (1 << 3));
  show((unsigned char)300);
  show((void *)0);
  show((char *)0);
  show(1 / 0);
  show("text");
  show(n * 0);
  show('a' < 'b');
  show_pointer(0);
}
