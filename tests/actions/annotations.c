void panic(void), leave(int);
void all(void) { leave(1); panic(); }
