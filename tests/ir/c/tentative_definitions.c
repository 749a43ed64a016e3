// Storage by any of the declarations: which one is seen first does not matter.
typedef struct frame { int depth; } frame;
extern frame top;
frame top;
int later;
extern int later;
extern int elsewhere;

int depth(void) { return top.depth + later + elsewhere; }
