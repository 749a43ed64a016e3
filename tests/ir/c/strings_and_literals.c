// Literals keep their exact values.
const char *greeting = "a\tb\0c\"\x7f";
double half = 0.5;
long double third = 1.0L / 3;
float sum(float f) { return f + 1e10f; }
unsigned long long big(void) { return 18446744073709551615ull; }
__int128 wide(void) { return (__int128)1 << 100; }
int letter(void) { return 'a' + '\n'; }
int line(void) { return __LINE__; }
const char *name(void) { return __func__; }
