// GCC's suffixes of the types that C23 may have: Clang has the types under other names.
_Float32 f32(void) { return 1.5f32; }
_Float64 f64(void) { return 1.5f64 + 2.5F64; }
_Float32x f32x(void) { return 0x1.8p0f32x; }
_Float64x f64x(void) { return 1e3f64x; }
_Float128 f128(void) { return 1.0f128; }
#define HALF(x) x##f64
double pasted(void) { return HALF(0.5); }
int integer(void) { return 0xf64; }
