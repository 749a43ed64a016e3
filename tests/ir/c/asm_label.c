// A function is what its asm label says; its name for people is the one declared.
extern long real_read(int) __asm__("read");
long wrapper(int fd) { return real_read(fd); }
