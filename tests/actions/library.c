void go(void);
void all(void) { go(); }
