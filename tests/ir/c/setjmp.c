// setjmp returns twice; longjmp does not return.
typedef long jmp_buf[8];
int setjmp(jmp_buf) __attribute__((returns_twice));
void longjmp(jmp_buf, int) __attribute__((noreturn));
static jmp_buf env;
int guarded(void (*work)(void)) {
  if (setjmp(env)) return -1;
  work();
  longjmp(env, 1);
}
