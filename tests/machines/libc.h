// Stands for headers of the system.
#pragma GCC system_header
void free(void *);
int strcmp(const char *, const char *) __attribute__((pure));
int puts(const char *);
long read(int, void *, unsigned long);
