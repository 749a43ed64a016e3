void tick(void);
void three(void) { tick(); tick(); tick(); }
void one(void) { tick(); }
