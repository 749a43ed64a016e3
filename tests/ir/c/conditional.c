// ?: joins two values; `a ?: b` evaluates a once.
int next(void);
int choose(int c) { return c ? next() : 7; }
int otherwise(void) { return next() ?: 5; }
